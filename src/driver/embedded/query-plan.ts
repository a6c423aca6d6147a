import {
  DuckDBDateValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';

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

/** 2025-01-01 as days since 1970-01-01. */
const SAMPLE_DAY = 20_089;
const SAMPLE_MICROS = BigInt(SAMPLE_DAY) * 86_400_000_000n;

/**
 * DuckDB's physical plan of a query, which is compiled and not run. DuckDB plans with values only, so each bind marker
 * gets a sample of the type it expects, one that is likely to lie within a column's range: DuckDB drops a scan whose
 * value cannot occur. A marker of unknown type is NULL.
 */
export async function explain(
  connection: DuckDBConnection,
  sql: string,
  query: DuckDBPreparedStatement,
): Promise<string> {
  const prepared = await connection.prepare(`EXPLAIN ${sql}`);
  try {
    for (let position = 1; position <= query.parameterCount; position += 1) {
      bindSample(prepared, position, query.parameterTypeId(position));
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

function bindSample(prepared: DuckDBPreparedStatement, position: number, type: DuckDBTypeId): void {
  if (NUMERIC.has(type)) prepared.bindInteger(position, 1);
  else if (type === DuckDBTypeId.VARCHAR) prepared.bindVarchar(position, 'm');
  else if (type === DuckDBTypeId.BOOLEAN) prepared.bindBoolean(position, true);
  else if (type === DuckDBTypeId.DATE) prepared.bindDate(position, new DuckDBDateValue(SAMPLE_DAY));
  else if (type === DuckDBTypeId.TIMESTAMP)
    prepared.bindTimestamp(position, new DuckDBTimestampValue(SAMPLE_MICROS));
  else prepared.bindNull(position);
}
