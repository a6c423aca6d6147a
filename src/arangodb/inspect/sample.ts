import type { QueryResult } from '../aql/run-query.js';
import { runQuery } from '../aql/run-query.js';
import type { ArangoSession } from '../client/arango-session.js';
import type { ReplyLimits } from '../reply/reply-limits.js';

const FIRST = 'FOR document IN @@collection LIMIT @rows RETURN document';
const RANDOM = 'FOR document IN @@collection SORT RAND() LIMIT @rows RETURN document';

export interface SampleLimits {
  readonly limit: number;
  readonly maxRuntimeMs: number;
  readonly memoryLimit: number;
  /** Stream transaction to read in. */
  readonly transaction?: string;
}

/** Reads some documents. @param random reads the whole collection to choose; otherwise the first ones are taken */
export function sampleDocuments(
  session: ArangoSession,
  collection: string,
  random: boolean,
  limits: SampleLimits,
  reply: ReplyLimits,
): Promise<QueryResult> {
  return runQuery(
    session,
    {
      ...limits,
      query: random ? RANDOM : FIRST,
      bindVars: { '@collection': collection, rows: limits.limit + 1 },
      stream: false,
    },
    reply,
  );
}
