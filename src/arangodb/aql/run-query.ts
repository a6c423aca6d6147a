import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { pathOf, type ArangoRequest, type ArangoSession } from '../client/arango-session.js';
import { readRows, type ReadingSink } from '../client/read-rows.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { RowCollector } from '../reply/row-collector.js';
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
  /** 2: the server measures each step. */
  readonly profile?: 2;
}

/** Why statistics and warnings are missing: the server tells them with the last row. */
export type Unfinished =
  'the server was stopped after the rows asked for' | 'the rows did not fit into the reply';

export interface QueryResult {
  readonly rows: readonly unknown[];
  /** Exact: one row beyond the limit was asked for. */
  readonly hasMore: boolean;
  readonly statistics?: object;
  readonly warnings?: readonly unknown[];
  /** Present when the query was not read to its end. */
  readonly unfinished?: Unfinished;
  /** With `profile`: the plan and how long each step took. */
  readonly extra?: QueryExtra;
}

const Extra = z.looseObject({
  stats: z.looseObject({}).optional(),
  warnings: z.array(z.unknown()).optional(),
});
export type QueryExtra = z.infer<typeof Extra>;

/** A reply of the cursor API; its rows are read apart. */
const CursorReply = z.looseObject({
  result: z.array(z.unknown()),
  hasMore: z.boolean(),
  id: z.string().optional(),
  extra: Extra.optional(),
});
type CursorReply = z.infer<typeof CursorReply>;

const ANYTHING = z.unknown();

/** Takes the rows of a query. */
export interface QuerySink extends ReadingSink {
  /** False when no further rows are of use. */
  readonly wantsMore: boolean;
}

/**
 * Runs a query and keeps at most `limit` rows, and no more than fit into the reply.
 * @throws ArangoEngineError, ArangoConnectionError, RequestStoppedError
 */
export async function runQuery(
  session: ArangoSession,
  query: Query,
  limits: ReplyLimits,
): Promise<QueryResult> {
  const collector = new RowCollector(limits, query.limit);
  const { hasMore, extra } = await readQuery(session, query, collector);
  const finished = !hasMore || extra?.stats !== undefined;
  return {
    rows: collector.rows,
    hasMore: hasMore || collector.seen > collector.rows.length,
    ...(extra?.stats && { statistics: extra.stats }),
    ...(finished && { warnings: extra?.warnings ?? [] }),
    ...(!finished && {
      unfinished: collector.full
        ? ('the rows did not fit into the reply' as const)
        : ('the server was stopped after the rows asked for' as const),
    }),
    ...(extra && { extra }),
  };
}

/**
 * Runs a query and gives its rows to `sink` as the server sends them. The cursor is closed on the server when no more
 * are wanted; when the call is stopped, the query is killed there.
 * @returns whether the server has rows that were not read, and what it told behind the last one
 * @throws ArangoEngineError, ArangoConnectionError, RequestStoppedError
 */
export async function readQuery(
  session: ArangoSession,
  query: Query,
  sink: QuerySink,
): Promise<{ readonly hasMore: boolean; readonly extra?: QueryExtra }> {
  // Makes this run findable among the server's running queries. In front: behind, it could close a comment.
  const marker = `/* ${randomUUID()} */`;
  const transaction = query.transaction === undefined ? {} : { transaction: query.transaction };
  let open: string | undefined;
  let extra: QueryExtra | undefined;
  const read = async (request: ArangoRequest): Promise<CursorReply | undefined> => {
    const reply = await session.read(request, (each) => readRows(each, sink, 'in result', CursorReply));
    extra = reply?.extra ?? extra;
    open = reply?.hasMore ? reply.id : undefined;
    return reply;
  };
  try {
    let reply = await read({
      method: 'POST',
      path: pathOf('cursor'),
      body: cursorBody(query, marker),
      ...transaction,
    });
    while (open !== undefined && sink.wantsMore) {
      reply = await read({ method: 'POST', path: pathOf('cursor', open), ...transaction });
    }
    return { hasMore: reply?.hasMore ?? true, ...(extra && { extra }) };
  } catch (error) {
    if (session.stopped) await killQuery(session, marker);
    throw error;
  } finally {
    if (open !== undefined) await closeCursor(session, open, query.transaction);
  }
}

function cursorBody(query: Query, marker: string): object {
  const { maxRuntimeMs, memoryLimit, stream, profile } = query;
  return {
    query: `${marker}\n${query.query}`,
    ...(query.bindVars && { bindVars: query.bindVars }),
    batchSize: Math.min(query.limit + 1, query.batchRows ?? BATCH_ROWS),
    ...(memoryLimit > 0 && { memoryLimit }),
    options: {
      maxRuntime: maxRuntimeMs / 1_000,
      ...(stream && { stream: true }),
      ...(profile && { profile }),
    },
  };
}

async function closeCursor(session: ArangoSession, id: string, transaction?: string): Promise<void> {
  const request = {
    method: 'DELETE',
    path: pathOf('cursor', id),
    ...(transaction !== undefined && { transaction }),
  } as const;
  // The server drops it by itself after its time to live; a failure here must not hide the rows.
  await session.afterStop(request, ANYTHING, CLOSE_LIMIT_MS).catch(() => undefined);
}
