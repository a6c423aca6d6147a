import type { QueryResult } from '../aql/run-query.js';
import type { ArangoDocument } from '../arango-calls.service.js';
import type { ReplyLimits } from './reply-limits.js';

/**
 * The reply of a tool that gives rows. `hasMore`: there are rows that are not in `rows`.
 * @param reply the limits that the rows were read with
 */
export function rowsDocument(result: QueryResult, limit: number, reply: ReplyLimits): ArangoDocument {
  const { rows, hasMore, statistics, warnings, unfinished } = result;
  return {
    count: rows.length,
    limit,
    hasMore,
    ...reply.report(),
    ...(statistics && { statistics }),
    ...(unfinished === undefined
      ? { warnings }
      : { statisticsMissing: `${unfinished}; it tells statistics and warnings at the end` }),
    rows,
  };
}
