import { ArangoEngineError } from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import type { BindVars } from './bind-vars.js';
import { ExplainReply } from './query-plan.js';
import { positionIn } from './text-position.js';

export interface ExplainOptions {
  readonly allPlans?: boolean;
  readonly maxNumberOfPlans?: number;
}

/** Asks the server for the plan of a query; nothing runs. @throws ArangoEngineError with the place in the text */
export async function explain(
  session: ArangoSession,
  query: string,
  bindVars: BindVars | undefined,
  options?: ExplainOptions,
): Promise<ExplainReply> {
  const body = { query, ...(bindVars && { bindVars }), ...(options && { options }) };
  try {
    return await session.request({ method: 'POST', path: pathOf('explain'), body }, ExplainReply);
  } catch (error) {
    throw placed(error, query);
  }
}

/** An error of the parser with the place that its message names. */
function placed(error: unknown, query: string): unknown {
  if (!(error instanceof ArangoEngineError)) return error;
  const position = positionIn(error.engineMessage, query);
  return position ? error.at(position) : error;
}
