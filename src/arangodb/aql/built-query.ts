import type { BindVars } from './bind-vars.js';

/** A query of this server. Only fixed text and bind parameters: nothing a caller gave stands in it. */
export interface BuiltQuery {
  readonly query: string;
  readonly bindVars: BindVars;
}
