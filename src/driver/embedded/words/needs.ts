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

/** All functions: a view of the database may use any of them. */
export function allFunctions(): string {
  return [...FUNCTIONS.values()].join(';\n');
}

/** DuckDB's words for a function that only a view names. */
export function isUnknownFunction(error: unknown): boolean {
  const [, name = ''] = /Scalar Function with name "?(\w+)"? does not exist/i.exec(String(error)) ?? [];
  return FUNCTIONS.has(name.toLowerCase()) || FUNCTIONS.has(`"${name.toLowerCase()}"`);
}
