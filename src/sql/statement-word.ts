import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type StatementToken } from './statement-tokens.js';

/** First words of statements that return rows and change nothing by themselves. */
const READING_WORDS: ReadonlySet<string> = new Set([
  'SELECT',
  'VALUES',
  'SHOW',
  'DESC',
  'DESCRIBE',
  'EXPLAIN',
]);

/** Verbs that may follow the list of common table expressions. */
const MAIN_VERBS: ReadonlySet<string> = new Set([
  'SELECT',
  'VALUES',
  'INSERT',
  'REPLACE',
  'UPDATE',
  'DELETE',
  'MERGE',
]);

/**
 * The word that says what a statement does: its first word, of a query in parentheses the first word inside them,
 * of `WITH … AS (…)` the verb behind the list. Undefined for an empty text or one that begins with no word.
 */
export function statementVerb(tokens: readonly StatementToken[]): string | undefined {
  let at = 0;
  for (;;) {
    while (tokens[at]?.symbol === '(') at += 1;
    const keyword = tokens[at]?.keyword;
    if (keyword !== 'WITH') return keyword;
    const main = mainQuery(tokens, at + 1);
    if (main < 0) return keyword;
    at = main;
  }
}

/** Index of the first verb on the level of WITH itself, or of the parenthesis that opens the main query; -1 without. */
function mainQuery(tokens: readonly StatementToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { symbol, keyword } = tokens[at] ?? {};
    if (depth === 0 && keyword !== undefined && MAIN_VERBS.has(keyword)) return at;
    // The lists of columns and the queries of the list stand behind a name and AS.
    if (depth === 0 && symbol === '(' && tokens[at - 1]?.symbol === ')') return at;
    if (symbol === '(') depth += 1;
    else if (symbol === ')') depth -= 1;
  }
  return -1;
}

/** Whether a verb belongs to a statement the engine compiles as SELECT. */
export function isReadingVerb(verb: string | undefined): boolean {
  return verb !== undefined && READING_WORDS.has(verb);
}

/**
 * Whether the text looks like a SELECT; for drivers that cannot let the engine compile a statement without running
 * it. SELECT, `(SELECT …)`, WITH … SELECT, VALUES, SHOW, DESC, DESCRIBE and EXPLAIN do.
 */
export function isSelectLike(sql: string, settings: LexicalSettings = DEFAULT_LEXICAL_SETTINGS): boolean {
  return isReadingVerb(statementVerb(readTokens(sql, settings)));
}
