import { pathOf, type ArangoSession } from '../client/arango-session.js';
import type { BindVars } from './bind-vars.js';
import type { ExplainReply } from './query-plan.js';

export interface ExplainOptions {
  readonly allPlans?: boolean;
  readonly maxNumberOfPlans?: number;
}

/** Asks the server for the plan of a query; nothing runs. @throws ArangoEngineError */
export function explain(
  session: ArangoSession,
  query: string,
  bindVars: BindVars | undefined,
  options?: ExplainOptions,
): Promise<ExplainReply> {
  return session.request<ExplainReply>({
    method: 'POST',
    path: pathOf('explain'),
    body: { query, ...(bindVars && { bindVars }), ...(options && { options }) },
  });
}
