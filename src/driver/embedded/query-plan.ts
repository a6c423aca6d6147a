import { DuckDBTypeId, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';

const NUMERIC: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);

/**
 * DuckDB's physical plan of a query, which is compiled and not run. Bind markers get a sample value of the type that
 * DuckDB expects (0, an empty text, otherwise NULL), because it plans with values only.
 */
export async function explain(
  connection: DuckDBConnection,
  sql: string,
  query: DuckDBPreparedStatement,
): Promise<string> {
  const prepared = await connection.prepare(`EXPLAIN ${sql}`);
  try {
    for (let position = 1; position <= query.parameterCount; position += 1) {
      const type = query.parameterTypeId(position);
      if (NUMERIC.has(type)) prepared.bindInteger(position, 0);
      else if (type === DuckDBTypeId.VARCHAR) prepared.bindVarchar(position, '');
      else prepared.bindNull(position);
    }
    const reader = await prepared.runAndReadAll();
    return reader
      .getRows()
      .map((row) => String(row[1]).trimEnd())
      .join('\n');
  } finally {
    prepared.destroySync();
  }
}
