import { setTimeout as sleep } from 'node:timers/promises';
import { ArangoEngineError, CallStoppedError } from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import type { TransactionOutcome } from './transaction-outcome.js';

/** How long a commit may take, in ms; neither a limit nor a cancel cuts it short. */
const COMMIT_LIMIT_MS = 10_000;
/** How long an abort may take, in ms: the server itself waits two seconds for a transaction that is in use. */
const ABORT_LIMIT_MS = 3_000;
/** A killed query holds its transaction for a moment; until then the server refuses to abort it. */
const ABORT_ATTEMPTS = 5;
/** Errors "lock timeout" and "locked" of ArangoDB. */
const BUSY: ReadonlySet<number> = new Set([18, 28]);
const ABORT_PAUSE_MS = 100;

export interface DeclaredCollections {
  readonly read?: readonly string[];
  /** The server refuses to write to any other collection in this transaction. */
  readonly write?: readonly string[];
}

interface TransactionReply {
  readonly result: { readonly id: string; readonly status: 'running' | 'committed' | 'aborted' };
}

/** Begins a stream transaction. @param lockTimeoutMs how long the server may wait for locks */
async function begin(
  session: ArangoSession,
  collections: DeclaredCollections,
  lockTimeoutMs: number,
): Promise<string> {
  const reply = await session.request<TransactionReply>({
    method: 'POST',
    path: pathOf('transaction', 'begin'),
    // Reading further collections is allowed: DOCUMENT() and graphs name them only when they run.
    body: { collections, allowImplicit: true, lockTimeout: Math.max(1, Math.ceil(lockTimeoutMs / 1_000)) },
  });
  return reply.result.id;
}

/**
 * Runs work in a stream transaction that is never committed. With no collection declared for writing the server itself
 * refuses a write in it.
 */
export async function inReadTransaction<T>(
  session: ArangoSession,
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
 * Runs work in a stream transaction: committed when it succeeded and `dryRun` is false, otherwise rolled back.
 * What the work throws is part of the outcome; a failed begin is thrown.
 */
export async function inTransaction<T>(
  session: ArangoSession,
  collections: DeclaredCollections,
  options: { readonly lockTimeoutMs: number; readonly dryRun?: string },
  work: (transaction: string) => Promise<T>,
): Promise<TransactionOutcome<T>> {
  const id = await begin(session, collections, options.lockTimeoutMs);
  let result: T;
  try {
    result = await work(id);
  } catch (failure) {
    await abort(session, id);
    return { transaction: 'rolled back', rolledBackBecause: reasonOf(failure), failure };
  }
  if (options.dryRun !== undefined) {
    await abort(session, id);
    return { transaction: 'rolled back', rolledBackBecause: options.dryRun, result };
  }
  return commit(session, id, result);
}

async function commit<T>(session: ArangoSession, id: string, result: T): Promise<TransactionOutcome<T>> {
  try {
    await session.afterStop({ method: 'PUT', path: pathOf('transaction', id) }, COMMIT_LIMIT_MS);
    return { transaction: 'committed', result };
  } catch (failure) {
    if (failure instanceof ArangoEngineError) {
      await abort(session, id);
      return { transaction: 'rolled back', rolledBackBecause: 'the commit failed', failure };
    }
    const status = await statusOf(session, id);
    if (status === 'committed') return { transaction: 'committed', result };
    if (status === 'aborted') {
      return { transaction: 'rolled back', rolledBackBecause: 'the commit failed', failure };
    }
    return { transaction: 'unknown', failure };
  }
}

async function statusOf(session: ArangoSession, id: string): Promise<string | undefined> {
  const request = { method: 'GET', path: pathOf('transaction', id) } as const;
  const reply = await session.afterStop<TransactionReply>(request, COMMIT_LIMIT_MS).catch(() => undefined);
  return reply?.result.status;
}

/** Without a commit nothing is saved: what cannot be aborted here the server drops when it was idle for long enough. */
async function abort(session: ArangoSession, id: string): Promise<void> {
  for (let attempt = 0; attempt < ABORT_ATTEMPTS; attempt++) {
    try {
      await session.afterStop({ method: 'DELETE', path: pathOf('transaction', id) }, ABORT_LIMIT_MS);
      return;
    } catch (error) {
      const busy = error instanceof ArangoEngineError && BUSY.has(error.errorNum);
      if (!busy) return;
      await sleep(ABORT_PAUSE_MS);
    }
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof CallStoppedError) return failure.because;
  return failure instanceof Error ? failure.message : 'the call failed';
}
