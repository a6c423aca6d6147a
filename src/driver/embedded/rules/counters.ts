import type { CounterValues } from '../../dialect.js';
import type { Connection } from '../../driver.js';

const SERIALS =
  "SELECT CASE schema_name WHEN 'main' THEN '' ELSE schema_name || '.' END || sequence_name, " +
  'CAST(last_value AS VARCHAR) FROM duckdb_sequences()';
/** Enough for any catalog that a person looks at. */
const MOST_SERIALS = 10_000;

/**
 * The last value of every serial. DuckDB keeps it outside of transactions, so that reading it before and after a
 * statement is exact, also where a view, a column's default or a macro takes the step.
 * @param timeoutMs limit of each request, in ms
 */
export async function readCounters(connection: Connection, timeoutMs: number): Promise<CounterValues> {
  const statement = await connection.prepare(SERIALS, { timeoutMs });
  try {
    const { resultSet } = await statement.execute([], { timeoutMs, skip: 0, maxRows: MOST_SERIALS });
    const values = new Map<string, unknown>();
    while (resultSet !== undefined && values.size < MOST_SERIALS) {
      const rows = await resultSet.read(MOST_SERIALS, { timeoutMs });
      if (rows.length === 0) break;
      for (const [name, value] of rows) values.set(String(name), value);
    }
    return values;
  } finally {
    await statement.close();
  }
}
