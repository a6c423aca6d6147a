import type { DuckDBConnection } from '@duckdb/node-api';
import { identifierOf, isSymbol } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';
import { CATALOG_VIEWS } from './catalog-views.js';
import { FUNCTIONS, RENAMED_FUNCTIONS } from './functions.js';

/** Statements that make the functions and catalog views that a statement names. */
export function wordsOf({ sql, significant }: ParsedSql): string[] {
  const names = new Set(
    significant.flatMap((token, at) => {
      const name = identifierOf(sql, token)?.toLowerCase();
      if (name === undefined) return [];
      if (CATALOG_VIEWS.has(name)) return [name];
      if (!isSymbol(sql, significant[at + 1], '(')) return [];
      return [RENAMED_FUNCTIONS.get(name.toUpperCase()) ?? name];
    }),
  );
  return [...names].flatMap((name) => FUNCTIONS.get(name) ?? CATALOG_VIEWS.get(name) ?? []);
}

const OWN = (names: readonly string[]): string =>
  `SELECT lower(table_name) FROM (SELECT table_name, database_name, schema_name FROM duckdb_tables() UNION ALL ` +
  `SELECT view_name, database_name, schema_name FROM duckdb_views() WHERE NOT internal) WHERE ` +
  `database_name = current_database() AND schema_name = 'main' AND lower(table_name) IN ('${names.join("', '")}')`;

/** Those of the words that hide no table or view of the database: what people made goes before. */
export async function besideOwn(words: readonly string[], duckdb: DuckDBConnection): Promise<string[]> {
  const names = [...CATALOG_VIEWS].filter(([, made]) => words.includes(made)).map(([name]) => name);
  if (names.length === 0) return [...words];
  const own = new Set((await (await duckdb.run(OWN(names))).getRows()).map(([name]) => String(name)));
  const hidden = new Set(names.filter((name) => own.has(name)).map((name) => CATALOG_VIEWS.get(name)));
  return words.filter((made) => !hidden.has(made));
}

/** All functions: a view of the database may use any of them. */
export function allFunctions(): string {
  return [...FUNCTIONS.values()].join(';\n');
}

/** DuckDB's words for a function that only a view names. */
export function isUnknownFunction(error: unknown): boolean {
  const [, name = ''] = /Scalar Function with name "?(\w+)"? does not exist/i.exec(String(error)) ?? [];
  return FUNCTIONS.has(name.toLowerCase()) || FUNCTIONS.has(`"${name.toLowerCase()}"`);
}
