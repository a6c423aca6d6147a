import type { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';

/** @throws GuardError while the settings allow dry runs only: no transaction of ArangoDB can undo a definition */
export function assertDefinitionsAllowed({ writeMode }: Pick<ArangoSettings, 'writeMode'>): void {
  if (writeMode === 'write') return;
  throw new GuardError(
    'This server allows dry runs only (ARANGO_WRITE_MODE=dryrun), and ArangoDB cannot undo the creation, change or ' +
      'removal of a collection, an index, a graph or a view. Nothing was done.',
  );
}
