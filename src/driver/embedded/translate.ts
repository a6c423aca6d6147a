import { checkGraphSchemaUntouched, checkNames } from './sandbox-check.js';
import type { GraphTable } from './graph-catalog.js';
import { serialRewrites } from './serial-rewriting.js';
import { keywordOf } from './sql-text.js';
import { parseSql, writeSql, type ParsedSql, type Rewrite } from './sql-translation.js';
import { statementForm, type StatementForm } from './statement-form.js';

/** A statement in DuckDB's words. */
export interface Translation {
  readonly sql: string;
  readonly form: StatementForm;
  /** Statements that belong to it and run right after it, in the same transaction. */
  readonly followUps: readonly { readonly sql: string; readonly values: readonly (string | null)[] }[];
}

/** Kinds whose text may name the schema of the graph definitions: they only read. */
const READS: ReadonlySet<string> = new Set([
  'SELECT',
  'FROM',
  'VALUES',
  'SHOW',
  'DESC',
  'DESCRIBE',
  'SUMMARIZE',
  '',
]);

/**
 * Turns a statement in CoraDB's lexical rules into one for DuckDB, and refuses what must not reach it.
 * @param refusedTableFunctions lower-case names of the engine's table functions that are not allowed
 * @param graphTables reads the graph definitions; called only for statements that need them
 * @throws InputError, GuardError
 */
export async function translate(
  sql: string,
  refusedTableFunctions: ReadonlySet<string>,
  _graphTables: () => Promise<readonly GraphTable[]>,
): Promise<Translation> {
  const parsed = parseSql(sql);
  const form = statementForm(leadingWords(parsed));
  checkNames(parsed, refusedTableFunctions);
  if (!READS.has(keywordOf(sql, parsed.significant[0]))) checkGraphSchemaUntouched(parsed);
  const rewrites: Rewrite[] = [...serialRewrites(parsed)];
  rewrites.sort((a, b) => a.start - b.start);
  return { sql: writeSql(parsed, rewrites), form, followUps: [] };
}

function leadingWords(parsed: ParsedSql): string[] {
  return parsed.significant.slice(0, 8).map((token) => keywordOf(parsed.sql, token));
}
