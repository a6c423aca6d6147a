import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../../driver-errors.js';
import { identifierOf, keywordOf, quoteString } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';
import { toEngineError } from './engine-error-mapping.js';

/** DuckDB's words for a column that is not there: the column, and the table or its alias where one is named. */
const MISSING: readonly RegExp[] = [
  /^Referenced (?:update )?column "?(?<column>[^"\n]+?)"? not found in/,
  /^Table "(?<table>[^"\n]+)" does not have a column (?:named|with name) "(?<column>[^"\n]+)"/,
];
const GUESSES = /\n+(?:Candidate bindings|Did you mean): [^\n]*/;
/** Enough to find the right one, and short enough to read. */
const SHOWN_COLUMNS = 20;

/**
 * An error about a column that no table has, with the columns that there are, nearest first, in place of DuckDB's guess.
 * Any other error comes back as it is.
 */
export async function withColumns(
  thrown: unknown,
  parsed: ParsedSql,
  duckdb: DuckDBConnection,
): Promise<unknown> {
  const error = toEngineError(thrown);
  if (!(error instanceof EngineError)) return thrown;
  const missing = MISSING.map((pattern) => pattern.exec(error.engineMessage)?.groups).find(Boolean);
  const column = missing?.['column'];
  if (column === undefined || /^(?:rownum|inst_num|orderby_num|now|sys_?\w+|current_datetime)$/i.test(column))
    return thrown;
  const tables = tablesOf(parsed, missing?.['table']);
  const found = await columnsOf(duckdb, tables).catch(() => new Map<string, string[]>());
  if (found.size === 0) return thrown;
  const hint = [...found]
    .map(([table, columns]) => `${table} has ${nearestFirst(columns, column)}`)
    .join('; ');
  return new EngineError('DuckDB', error.code ?? 'Binder', error.engineMessage.replace(GUESSES, ''), {
    cause: thrown,
    hint: `${hint}.`,
  });
}

/** Names of the statement that may be tables; of an alias only the name before it. */
function tablesOf({ sql, significant }: ParsedSql, alias: string | undefined): string[] {
  const names = significant.map((token) => identifierOf(sql, token)?.toLowerCase());
  const all = names.flatMap((name) => name ?? []);
  if (alias === undefined) return all;
  const before = names.flatMap((name, at) => {
    if (name !== alias.toLowerCase()) return [];
    const table = keywordOf(sql, significant[at - 1]) === 'AS' ? names[at - 2] : names[at - 1];
    return table === undefined ? [] : [table];
  });
  return [alias.toLowerCase(), ...before];
}

async function columnsOf(
  duckdb: DuckDBConnection,
  tables: readonly string[],
): Promise<Map<string, string[]>> {
  const reader = await duckdb.runAndReadAll(
    "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = current_database() AND schema_name = 'main' " +
      `AND lower(table_name) IN (${[...new Set(tables)].map(quoteString).join(', ')}) ORDER BY table_name, column_index`,
  );
  const found = new Map<string, string[]>();
  for (const [table, column] of reader.getRows()) {
    found.set(String(table), [...(found.get(String(table)) ?? []), String(column)]);
  }
  return found;
}

function nearestFirst(columns: readonly string[], wanted: string): string {
  const sorted = columns.toSorted((a, b) => likeness(b, wanted) - likeness(a, wanted));
  const shown = sorted.slice(0, SHOWN_COLUMNS).join(', ');
  return columns.length > SHOWN_COLUMNS ? `${shown} and ${columns.length - SHOWN_COLUMNS} more` : shown;
}

/** How many pairs of letters two names share, of 1 at most; one that holds the other is nearest. */
function likeness(name: string, wanted: string): number {
  const [a, b] = [name.toLowerCase(), wanted.toLowerCase()];
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const shared = left.filter((pair) => right.includes(pair)).length;
  const dice = (2 * shared) / Math.max(1, left.length + right.length);
  return a.includes(b) || b.includes(a) ? 1 + dice : dice;
}

function pairsOf(name: string): string[] {
  return Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2));
}
