import type { DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { EngineError } from '../driver-errors.js';
import { toEngineError } from './rules/engine-error-mapping.js';

/** Longest search for the reason, in ms. */
const SEARCH_MS = 2000;

/** Errors of the search itself rather than of the statement, such as two result columns of one name. */
const COMPILE_ERRORS: ReadonlySet<unknown> = new Set(['Parser', 'Binder', 'Catalog', 'Interrupt']);

/**
 * The error of a query that failed after its first rows. DuckDB's streaming fetch ends such a result as if it were
 * complete and keeps the reason to itself; the query is evaluated once more, on a connection of its own that can only
 * read and in bounded memory, to hear it. What the failed transaction had changed is not visible there.
 */
export async function lateFailure(
  instance: DuckDBInstance,
  sql: string,
  bind: (statement: DuckDBPreparedStatement) => void,
): Promise<EngineError> {
  const connection = await instance.connect();
  const timer = setTimeout(() => connection.interrupt(), SEARCH_MS);
  try {
    await connection.run('BEGIN TRANSACTION READ ONLY');
    const statement = await connection.prepare(`SELECT max(hash(whole)) FROM (${sql}\n) AS whole`);
    try {
      bind(statement);
      await statement.run();
    } finally {
      statement.destroySync();
    }
  } catch (thrown) {
    const error = toEngineError(thrown);
    if (error instanceof EngineError && !COMPILE_ERRORS.has(error.code)) return error;
  } finally {
    clearTimeout(timer);
    await connection.run('ROLLBACK').catch(() => undefined);
    connection.disconnectSync();
  }
  return new EngineError(
    'DuckDB',
    'Execution',
    'The query failed after its first rows; DuckDB gave no reason.',
  );
}
