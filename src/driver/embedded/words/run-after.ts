import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteString } from '../sql-text.js';
import { DROP_SERIALS_OF } from './definitions.js';

/** Runs what belongs to a definition behind it, in the same transaction. */
export async function runAfter(duckdb: DuckDBConnection, sql: string): Promise<void> {
  if (!sql.startsWith(DROP_SERIALS_OF)) {
    await duckdb.run(sql);
    return;
  }
  const table = sql.slice(DROP_SERIALS_OF.length);
  const reader = await duckdb.runAndReadAll(
    `SELECT sequence_name FROM duckdb_sequences() WHERE schema_name = 'main' AND starts_with(sequence_name, ${quoteString(`${table}_ai_`)}) ` +
      'AND NOT EXISTS (SELECT 1 FROM duckdb_columns() WHERE contains(column_default, sequence_name))',
  );
  for (const [name] of reader.getRows()) await duckdb.run(`DROP SEQUENCE ${quoteName(String(name))}`);
}
