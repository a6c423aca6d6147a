import {
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

/** Rows of one DuckDB data chunk at most. */
const CHUNK_ROWS = 2048;

/** Appends rows to a table column by column, which is many times faster than INSERT statements. */
export async function appendRows<T>(
  connection: DuckDBConnection,
  table: string,
  types: readonly DuckDBType[],
  rows: readonly T[],
  toRow: (row: T) => readonly DuckDBValue[],
): Promise<void> {
  const appender = await connection.createAppender(table);
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const slice = rows.slice(start, start + CHUNK_ROWS).map(toRow);
    const chunk = DuckDBDataChunk.create(types, slice.length);
    chunk.setColumns(types.map((_type, column) => slice.map((row) => row[column] ?? null)));
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
  appender.closeSync();
}

/** Hundredths as NUMERIC(width, 2). */
export function hundredths(amount: number, width: number): DuckDBDecimalValue {
  return new DuckDBDecimalValue(BigInt(amount), width, 2);
}

export function day(days: number): DuckDBDateValue {
  return new DuckDBDateValue(days);
}

/** Wall-clock milliseconds as TIMESTAMP; NULL stays NULL. */
export function moment(milliseconds: number | null): DuckDBTimestampValue | null {
  return milliseconds === null ? null : new DuckDBTimestampValue(BigInt(milliseconds) * 1000n);
}
