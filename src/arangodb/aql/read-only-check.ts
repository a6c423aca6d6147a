import { positionAt } from '../../text/text-position.js';
import { GuardError } from '../../errors/call-error.js';
import type { ArangoSession } from '../client/arango-session.js';
import type { BindVars } from './bind-vars.js';
import { explain } from './explain.js';
import { effectOf, type QueryEffect, type QueryPlan } from './query-plan.js';
import { writeKeyword } from './write-keyword.js';

const HINT = 'Run it with arango_query where this server offers that.';

/** The quick answer, without asking the server. @throws GuardError */
function refuseWriteKeyword(query: string): void {
  const word = writeKeyword(query);
  if (!word) return;
  throw new GuardError(`arango_read_query only reads: ${word.text.toUpperCase()} is not allowed.`, {
    hint: HINT,
    position: positionAt(query, word.offset),
  });
}

/**
 * Asks the server what the query does and passes it only when the server says that it modifies nothing.
 * @throws GuardError when it modifies something or the server does not say; ArangoEngineError when it cannot be explained
 */
export async function assertReads(
  session: ArangoSession,
  query: string,
  bindVars: BindVars | undefined,
): Promise<QueryEffect & { readonly plan: QueryPlan | undefined }> {
  refuseWriteKeyword(query);
  const reply = await explain(session, query, bindVars);
  const effect = effectOf(reply);
  if (effect.modifies) {
    const what = effect.writes.length > 0 ? ` It writes to ${effect.writes.join(', ')}.` : '';
    throw new GuardError(
      `arango_read_query only reads, and the server says that this query modifies.${what}`,
      {
        hint: HINT,
      },
    );
  }
  return { ...effect, plan: reply.plan };
}
