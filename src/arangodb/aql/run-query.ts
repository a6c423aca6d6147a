import { randomUUID } from 'node:crypto';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import type { BindVars } from './bind-vars.js';
import { killQuery } from './kill-query.js';

/** Most rows asked for in one reply of the server. */
const BATCH_ROWS = 1_000;

/** How long the server may take to drop a cursor, in ms. */
const CLOSE_LIMIT_MS = 2_000;

export interface Query {
  readonly query: string;
  readonly bindVars?: BindVars;
  /** Rows wanted at most. */
  readonly limit: number;
  /** Time the server may spend, in ms. */
  readonly maxRuntimeMs: number;
  /** Memory the server may use, in bytes; 0 for its own limit. */
  readonly memoryLimit: number;
  /**
   * The server computes rows as they are fetched, so that rows nobody reads are never computed. Never for a query that
   * writes: it would only write as far as it is read.
   */
  readonly stream: boolean;
  readonly transaction?: string;
  /** Rows in one reply of the server; fewer for large ones. */
  readonly batchRows?: number;
}

export interface QueryResult {
  readonly rows: readonly unknown[];
  /** Exact: one row beyond the limit was asked for. */
  readonly hasMore: boolean;
  /** Missing when the server was stopped before the end: it counts when it is done. */
  readonly statistics?: object;
  readonly warnings: readonly unknown[];
}

/** One reply of the server with rows. */
export interface CursorReply {
  readonly result: readonly unknown[];
  readonly hasMore: boolean;
  readonly id?: string;
  readonly extra?: { readonly stats?: object; readonly warnings?: readonly unknown[] };
}

/**
 * Runs a query and reads at most `limit` rows.
 * @throws ArangoEngineError, ArangoConnectionError, CallStoppedError
 */
export async function runQuery(session: ArangoSession, query: Query): Promise<QueryResult> {
  const rows: unknown[] = [];
  let hasMore = false;
  let extra: CursorReply['extra'];
  for await (const batch of queryBatches(session, query)) {
    rows.push(...batch.result);
    hasMore = batch.hasMore;
    extra = batch.extra ?? extra;
    if (rows.length > query.limit) break;
  }
  return {
    rows: rows.slice(0, query.limit),
    hasMore: hasMore || rows.length > query.limit,
    ...(extra?.stats && { statistics: extra.stats }),
    warnings: extra?.warnings ?? [],
  };
}

/**
 * Runs a query and gives its rows as the server sends them. The cursor is closed on the server when the reader stops
 * early; when the call is stopped, the query is killed there.
 * @throws ArangoEngineError, ArangoConnectionError, CallStoppedError
 */
export async function* queryBatches(session: ArangoSession, query: Query): AsyncGenerator<CursorReply> {
  // Makes this run findable among the server's running queries. In front: behind, it could close a comment.
  const marker = `/* ${randomUUID()} */`;
  const transaction = query.transaction === undefined ? {} : { transaction: query.transaction };
  let cursor: CursorReply | undefined;
  try {
    const body = cursorBody(query, marker);
    cursor = await session.request<CursorReply>({
      method: 'POST',
      path: pathOf('cursor'),
      body,
      ...transaction,
    });
    yield cursor;
    while (cursor.hasMore && cursor.id !== undefined) {
      const path = pathOf('cursor', cursor.id);
      const next: CursorReply = await session.request<CursorReply>({ method: 'POST', path, ...transaction });
      cursor = next;
      yield cursor;
    }
  } catch (error) {
    if (session.stopped) await killQuery(session, marker);
    throw error;
  } finally {
    if (cursor?.hasMore && cursor.id !== undefined) await closeCursor(session, cursor.id, query.transaction);
  }
}

function cursorBody(query: Query, marker: string): object {
  return {
    query: `${marker}\n${query.query}`,
    ...(query.bindVars && { bindVars: query.bindVars }),
    batchSize: Math.min(query.limit + 1, query.batchRows ?? BATCH_ROWS),
    ...(query.memoryLimit > 0 && { memoryLimit: query.memoryLimit }),
    options: { maxRuntime: query.maxRuntimeMs / 1_000, ...(query.stream && { stream: true }) },
  };
}

async function closeCursor(session: ArangoSession, id: string, transaction?: string): Promise<void> {
  const request = {
    method: 'DELETE',
    path: pathOf('cursor', id),
    ...(transaction !== undefined && { transaction }),
  } as const;
  // The server drops it by itself after its time to live; a failure here must not hide the rows.
  await session.afterStop(request, CLOSE_LIMIT_MS).catch(() => undefined);
}
