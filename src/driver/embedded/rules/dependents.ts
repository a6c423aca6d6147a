import type { DuckDBConnection } from '@duckdb/node-api';
import { InputError } from '../../../errors/call-error.js';
import { identifierOf, keywordOf, quoteString } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';

/**
 * `ALTER TABLE t DROP c`: DuckDB 1.5 takes no column from a table that an index stands on or a foreign key points to,
 * and says only that something depends on it.
 * @throws InputError that names what is in the way
 */
export async function checkDependents(parsed: ParsedSql, duckdb: DuckDBConnection): Promise<void> {
  const { sql, significant } = parsed;
  const words = significant.map((token) => keywordOf(sql, token));
  const drop = words.indexOf('DROP');
  if (words[0] !== 'ALTER' || words[1] !== 'TABLE' || drop < 3) return;
  const table = identifierOf(sql, significant[drop - 1]);
  const column = identifierOf(sql, significant.at(-1));
  if (table === undefined || column === undefined) return;
  const name = quoteString(table);
  const reader = await duckdb.runAndReadAll(
    `SELECT 'index ' || index_name FROM duckdb_indexes() WHERE schema_name = 'main' AND table_name ILIKE ${name} UNION ALL ` +
      "SELECT DISTINCT 'a foreign key of ' || table_name FROM duckdb_constraints() " +
      `WHERE schema_name = 'main' AND constraint_type = 'FOREIGN KEY' AND referenced_table ILIKE ${name}`,
  );
  const found = reader.getRows().map(([text]) => String(text));
  if (found.length === 0) return;
  const indexesOnly = found.every((text) => text.startsWith('index '));
  throw new InputError(
    `The embedded engine takes no column from ${table} while these depend on the table: ${found.join(', ')}.`,
    {
      hint: indexesOnly
        ? 'Drop the index in a call of its own, then the column, then make the index again.'
        : `Leave the column as it is (a server would drop it), or set it to NULL: UPDATE ${table} SET ${column} = NULL.`,
    },
  );
}
