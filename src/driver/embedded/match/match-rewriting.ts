import type { GraphTable } from '../graph-catalog.js';
import { isSymbol, keywordOf } from '../sql-text.js';
import type { ParsedSql, Rewrite } from '../sql-translation.js';
import { writeJoins } from './join-writer.js';
import { parseMatch } from './pattern-parser.js';
import { resolveMatch } from './pattern-resolver.js';

/**
 * Offsets of the words MATCH that start patterns: `FROM MATCH (`, `JOIN MATCH (`, and `, MATCH (p:` in a list of tables.
 * Everywhere else MATCH is an ordinary word.
 */
export function findMatches({ sql, significant }: ParsedSql): number[] {
  return [...significant.keys()].filter((index) => {
    if (keywordOf(sql, significant[index]) !== 'MATCH' || !isSymbol(sql, significant[index + 1], '('))
      return false;
    const before = keywordOf(sql, significant[index - 1]);
    if (before === 'FROM' || before === 'JOIN') return true;
    const labelled = isSymbol(sql, significant[index + 2], ':') || isSymbol(sql, significant[index + 3], ':');
    return isSymbol(sql, significant[index - 1], ',') && labelled;
  });
}

/** Writes each MATCH of the statement as joins. @throws InputError for patterns that are not supported */
export function matchRewrites(parsed: ParsedSql, graph: readonly GraphTable[]): Rewrite[] {
  const { sql, significant } = parsed;
  return findMatches(parsed).map((index) => {
    const clause = parseMatch(sql, significant, index);
    return { start: clause.start, end: clause.end, text: writeJoins(resolveMatch(sql, clause, graph)) };
  });
}
