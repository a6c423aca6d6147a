import type { QueryResult } from '../aql/run-query.js';
import type { ArangoDocument } from '../arango-calls.service.js';
import type { ReplyLimits } from './reply-limits.js';

/** The reply of a tool that gives rows. `hasMore`: there are rows that are not in `rows`. */
export function rowsDocument(result: QueryResult, limit: number, reply: ReplyLimits): ArangoDocument {
  const rows = reply.fitting(result.rows);
  return {
    count: rows.length,
    limit,
    hasMore: result.hasMore || reply.omitted > 0,
    ...reply.report(),
    ...(result.statistics
      ? { statistics: result.statistics }
      : { statisticsMissing: 'the server was stopped after the rows asked for' }),
    warnings: result.warnings,
    rows,
  };
}
