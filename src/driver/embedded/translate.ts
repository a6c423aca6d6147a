import { graphDefinition, type FollowUp, type GraphReader } from './graph-definition.js';
import { limitRewrites } from './limit-rewriting.js';
import { innerHeadings } from './headings.js';
import { matchRewrites } from './match/match-rewriting.js';
import { ownerRewrites } from './owner-rewriting.js';
import { checkNames } from './rules/sandbox-check.js';
import { checkSize } from './rules/size-check.js';
import { serialRewrites } from './serial-rewriting.js';
import { definitionOf } from './words/definitions.js';
import { expressionRewrites } from './words/expressions.js';
import { wordsOf } from './words/needs.js';
import { showQuery } from './words/show.js';
import { keywordOf } from './sql-text.js';
import { parseSql, writeSql, type ParsedSql, type Rewrite } from './sql-translation.js';
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
  /** Functions and views that the statement names; made before it is compiled, seen by this connection only. */
  readonly words: readonly string[];
  /** What the statement needs, such as the serial of a column. */
  readonly before: readonly string[];
  /** What else belongs to it, such as comments on columns. */
  readonly after: readonly string[];
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
  checkSize(parsed);
  const form = statementForm(leadingWords(parsed));
  checkNames(parsed, refusedTableFunctions);
  const words = wordsOf(parsed);
  const shown = showQuery(parsed);
  if (shown !== undefined) return { parsed, sql: shown, form, words, before: [], after: [] };
  const definition = await graphDefinition(parsed, graph);
  const written = definitionOf(parsed);
  const matches = await matchRewrites(parsed, () => graph.tables());
  const outer = [
    ...(definition?.rewrites ?? []),
    ...matches,
    ...serialRewrites(parsed),
    ...limitRewrites(parsed),
    ...written.rewrites,
  ];
  const others = [...outer, ...apartFrom(outer, expressionRewrites(parsed))];
  const rewrites = [...others, ...apartFrom(others, ownerRewrites(parsed))];
  rewrites.sort((a, b) => a.start - b.start);
  const headings = innerHeadings(parsed, others);
  return {
    parsed,
    sql: writeSql(parsed, rewrites),
    form,
    words,
    before: written.before,
    after: written.after,
    ...(headings.size === 0 ? {} : { headedSql: writeSql(parsed, rewrites, headings) }),
    ...(definition === undefined ? {} : { followUp: definition.followUp }),
  };
}

/** Those that touch none of the others. */
function apartFrom(others: readonly Rewrite[], rewrites: readonly Rewrite[]): readonly Rewrite[] {
  const sorted = [...others].sort((a, b) => a.start - b.start);
  let furthest = -1;
  const ends = sorted.map(({ end }) => (furthest = Math.max(furthest, end)));
  return rewrites.filter(({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return (ends[low - 1] ?? -1) <= start;
  });
}

function leadingWords(parsed: ParsedSql): string[] {
  return parsed.significant.slice(0, LEADING_WORDS).map((token) => keywordOf(parsed.sql, token));
}
