import type { SqlRules } from './sql-rules.js';
import type { StatementToken } from './statement-tokens.js';

/**
 * The word that says what a statement does: its first word, of a query in parentheses the first word inside them,
 * of `WITH … AS (…)` the verb behind the list. Undefined for an empty text or one that begins with no word.
 */
export function statementVerb(
  tokens: readonly StatementToken[],
  { mainVerbs }: Pick<SqlRules, 'mainVerbs'>,
): string | undefined {
  let at = 0;
  for (;;) {
    while (tokens[at]?.symbol === '(') at += 1;
    const keyword = tokens[at]?.keyword;
    if (keyword !== 'WITH') return keyword;
    const main = mainQuery(tokens, at + 1, mainVerbs);
    if (main < 0) return keyword;
    at = main;
  }
}

/** Index of the first verb on the level of WITH itself, or of the parenthesis that opens the main query; -1 without. */
function mainQuery(
  tokens: readonly StatementToken[],
  from: number,
  mainVerbs: SqlRules['mainVerbs'],
): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { symbol, keyword } = tokens[at] ?? {};
    if (depth === 0 && keyword !== undefined && mainVerbs.has(keyword)) return at;
    // The lists of columns and the queries of the list stand behind a name and AS.
    if (depth === 0 && symbol === '(' && tokens[at - 1]?.symbol === ')') return at;
    if (symbol === '(') depth += 1;
    else if (symbol === ')') depth -= 1;
  }
  return -1;
}

/** Whether the words stand in the tokens from this index on, unquoted. */
export function hasWordsAt(tokens: readonly StatementToken[], at: number, words: readonly string[]): boolean {
  return words.every((word, offset) => tokens[at + offset]?.keyword === word);
}
