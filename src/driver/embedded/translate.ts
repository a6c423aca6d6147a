import { graphDefinition, type FollowUp, type GraphReader } from './graph-definition.js';
import { limitRewrites } from './limit-rewriting.js';
import { innerHeadings } from './headings.js';
import { matchRewrites } from './match/match-rewriting.js';
import { ownerRewrites } from './owner-rewriting.js';
import { checkNames } from './rules/sandbox-check.js';
import { serialRewrites } from './serial-rewriting.js';
import { keywordOf } from './sql-text.js';
import { parseSql, writeSql, type ParsedSql } from './sql-translation.js';
import { statementForm, type StatementForm } from './rules/statement-form.js';

/** A statement in DuckDB's words. */
export interface Translation {
  /** The caller's text. */
  readonly parsed: ParsedSql;
  /** DuckDB's. */
  readonly sql: string;
  /** The same with aliases that keep the caller's words as inner headings, where that makes a difference. */
  readonly headedSql?: string;
  readonly form: StatementForm;
  /** Belongs to the statement and runs right after it, in the same transaction. */
  readonly followUp?: FollowUp;
}

/** How many words tell what a statement is: `CREATE OR REPLACE TEMPORARY VIEW` needs five. */
const LEADING_WORDS = 8;

/**
 * Turns a statement in CoraDB's lexical rules into one for DuckDB, and refuses what must not reach it.
 * @param refusedTableFunctions lower-case names of the engine's table functions that are not allowed
 * @param graph asked only for statements that need the graph definitions
 * @throws InputError, GuardError
 */
export async function translate(
  sql: string,
  refusedTableFunctions: ReadonlySet<string>,
  graph: GraphReader,
): Promise<Translation> {
  const parsed = parseSql(sql);
  const form = statementForm(leadingWords(parsed));
  checkNames(parsed, refusedTableFunctions);
  const definition = await graphDefinition(parsed, graph);
  const matches = await matchRewrites(parsed, () => graph.tables());
  const others = [
    ...(definition?.rewrites ?? []),
    ...matches,
    ...serialRewrites(parsed),
    ...limitRewrites(parsed),
  ];
  const owners = ownerRewrites(parsed).filter(
    ({ start, end }) => !others.some((other) => start < other.end && other.start < end),
  );
  const rewrites = [...others, ...owners];
  rewrites.sort((a, b) => a.start - b.start);
  const headings = innerHeadings(parsed, others);
  return {
    parsed,
    sql: writeSql(parsed, rewrites),
    form,
    ...(headings.size === 0 ? {} : { headedSql: writeSql(parsed, rewrites, headings) }),
    ...(definition === undefined ? {} : { followUp: definition.followUp }),
  };
}

function leadingWords(parsed: ParsedSql): string[] {
  return parsed.significant.slice(0, LEADING_WORDS).map((token) => keywordOf(parsed.sql, token));
}
