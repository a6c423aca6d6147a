import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ArangoConnectionError, ArangoEngineError, RequestStoppedError } from '../client/arango-errors.js';
import { pathOf, type ArangoRequest, type ArangoSession } from '../client/arango-session.js';
import type { TransactionOutcome } from './transaction-outcome.js';

/** How long a commit may take, in ms; neither a limit nor a cancel cuts it short. */
const COMMIT_LIMIT_MS = 10_000;
/** How long an abort may take, in ms: the server itself waits two seconds for a transaction that is in use. */
const ABORT_LIMIT_MS = 3_000;
/** A killed query holds its transaction for a moment; until then the server refuses to abort it. */
const ABORT_ATTEMPTS = 5;
const ABORT_PAUSE_MS = 100;

/** Errors "lock timeout" and "locked" of ArangoDB. */
const BUSY: ReadonlySet<number> = new Set([18, 28]);
/** "disallowed operation": the message says what the transaction was already. */
const DISALLOWED = 1653;
const NOT_FOUND = 1655;

export interface DeclaredCollections {
  readonly read?: readonly string[];
  /** The server refuses to write to any other collection in this transaction. */
  readonly write?: readonly string[];
}

const TransactionReply = z.looseObject({
  result: z.looseObject({ id: z.string(), status: z.enum(['running', 'committed', 'aborted']) }),
});

/** What is known of a transaction: how it ended, that it runs, or why nobody can tell. */
type Known = 'committed' | 'aborted' | 'running' | 'gone' | { readonly failure: unknown };

/** What this module asks of a session. */
export type TransactionSession = Pick<ArangoSession, 'request' | 'afterStop'>;

/** Begins a stream transaction. @param lockTimeoutMs how long the server may wait for locks */
async function begin(
  session: TransactionSession,
  collections: DeclaredCollections,
  lockTimeoutMs: number,
): Promise<string> {
  const reply = await session.request(
    {
      method: 'POST',
      path: pathOf('transaction', 'begin'),
      // Reading further collections is allowed: DOCUMENT() and graphs name them only when they run.
      body: { collections, allowImplicit: true, lockTimeout: Math.max(1, Math.ceil(lockTimeoutMs / 1_000)) },
    },
    TransactionReply,
  );
  return reply.result.id;
}

/**
 * Runs work in a stream transaction that is never committed. With no collection declared for writing the server itself
 * refuses a write in it.
 */
export async function inReadTransaction<T>(
  session: TransactionSession,
  read: readonly string[],
  lockTimeoutMs: number,
  work: (transaction: string) => Promise<T>,
): Promise<T> {
  const id = await begin(session, { read }, lockTimeoutMs);
  try {
    return await work(id);
  } finally {
    await abort(session, id);
  }
}

/**
 * Runs work in a stream transaction: committed when it succeeded and `dryRun` is undefined, otherwise rolled back.
 * What the work throws is part of the outcome; a failed begin is thrown.
 */
export async function inTransaction<T>(
  session: TransactionSession,
  collections: DeclaredCollections,
  options: { readonly lockTimeoutMs: number; readonly dryRun?: string },
  work: (transaction: string) => Promise<T>,
): Promise<TransactionOutcome<T>> {
  const id = await begin(session, collections, options.lockTimeoutMs);
  let result: T;
  try {
    result = await work(id);
  } catch (failure) {
    return { ...(await rollback(session, id, reasonOf(failure))), failure };
  }
  if (options.dryRun !== undefined) return { ...(await rollback(session, id, options.dryRun)), result };
  return commit(session, id, result);
}

/** A transaction that nobody committed is never saved, so that only its end can be in doubt. */
async function rollback(
  session: TransactionSession,
  id: string,
  because: string,
): Promise<TransactionOutcome<never>> {
  const known = await abort(session, id);
  const outcome = { transaction: 'rolled back', rolledBackBecause: because } as const;
  return known === 'aborted' || known === 'gone' ? outcome : { ...outcome, leftOpen: leftOpen(id, known) };
}

/** Whatever the commit is answered, the server's own word about the transaction decides. */
async function commit<T>(session: TransactionSession, id: string, result: T): Promise<TransactionOutcome<T>> {
  const path = pathOf('transaction', id);
  const answer = await ask(session, { method: 'PUT', path }, COMMIT_LIMIT_MS);
  if (answer === 'committed') return { transaction: 'committed', result };
  const failure = typeof answer === 'object' ? answer.failure : answeredOtherwise(answer);
  const settled = await settle(session, id);
  if (settled === 'committed') return { transaction: 'committed', result };
  if (settled === 'aborted') {
    return { transaction: 'rolled back', rolledBackBecause: 'the commit failed', failure };
  }
  return { transaction: 'unknown', failure, ...(settled !== 'gone' && { leftOpen: leftOpen(id, settled) }) };
}

function answeredOtherwise(known: 'aborted' | 'running' | 'gone'): ArangoConnectionError {
  return new ArangoConnectionError(`The server answered the commit with "${known}".`, {
    hint: 'Look at the logs of the server.',
    mayHaveHappened: true,
  });
}

/** Asks what became of a transaction whose commit was not answered as it should be; one that still runs is aborted. */
async function settle(session: TransactionSession, id: string): Promise<Known> {
  const path = pathOf('transaction', id);
  const status = await ask(session, { method: 'GET', path }, COMMIT_LIMIT_MS);
  if (status === 'committed' || status === 'aborted') return status;
  const aborted = await abort(session, id);
  if (aborted === 'committed' || aborted === 'aborted') return aborted;
  return ask(session, { method: 'GET', path }, COMMIT_LIMIT_MS);
}

async function abort(session: TransactionSession, id: string): Promise<Known> {
  let known: Known = 'running';
  for (let attempt = 0; attempt < ABORT_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(ABORT_PAUSE_MS);
    known = await ask(session, { method: 'DELETE', path: pathOf('transaction', id) }, ABORT_LIMIT_MS);
    const busy = typeof known === 'object' && codeOf(known.failure, BUSY);
    if (!busy) break;
  }
  return known;
}

/** What the answer to a commit, an abort or a question says, an error included. */
async function ask(session: TransactionSession, request: ArangoRequest, limitMs: number): Promise<Known> {
  try {
    return (await session.afterStop(request, TransactionReply, limitMs)).result.status;
  } catch (failure) {
    if (!(failure instanceof ArangoEngineError)) return { failure };
    const { errorNum, engineMessage } = failure;
    if (errorNum === NOT_FOUND) return 'gone';
    if (errorNum === DISALLOWED && /already committed/.test(engineMessage)) return 'committed';
    if (errorNum === DISALLOWED && /already (aborted|expired)/.test(engineMessage)) return 'aborted';
    return { failure };
  }
}

function codeOf(failure: unknown, codes: ReadonlySet<number>): boolean {
  return failure instanceof ArangoEngineError && codes.has(failure.errorNum);
}

function leftOpen(id: string, known: Known): { readonly id: string; readonly because: string } {
  if (typeof known !== 'object') return { id, because: `the server says that it is ${known}` };
  return { id, because: reasonOf(known.failure) };
}

function reasonOf(failure: unknown): string {
  if (failure instanceof RequestStoppedError) return failure.because;
  return failure instanceof Error ? failure.message : 'the call failed';
}
