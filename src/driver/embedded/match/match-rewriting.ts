import type { GraphTable } from '../graph-catalog.js';
import { clausesOf } from '../clauses.js';
import { isSymbol, keywordOf } from '../sql-text.js';
import type { ParsedSql, Rewrite } from '../sql-translation.js';
import { writeJoins } from './join-writer.js';
import { parseMatch } from './pattern-parser.js';
import { resolveMatch } from './pattern-resolver.js';
import { startsPattern } from './pattern-start.js';
import { refuseUnsupportedMatch } from './unsupported-match.js';

/**
 * Indexes of the words MATCH that start patterns: `FROM MATCH (`, `JOIN MATCH (`, and `, MATCH (` with a pattern in a
 * list of tables. Everywhere else MATCH is an ordinary word, or the beginning of what is not supported.
 */
export function findMatches(parsed: ParsedSql, clauses: readonly string[] = clausesOf(parsed)): number[] {
  const { sql, significant } = parsed;
  return [...significant.keys()].filter((index) => {
    if (keywordOf(sql, significant[index]) !== 'MATCH' || !isSymbol(sql, significant[index + 1], '('))
      return false;
    const before = keywordOf(sql, significant[index - 1]);
    if (before === 'FROM' || before === 'JOIN') return true;
    const another = isSymbol(sql, significant[index - 1], ',') && clauses[index] === 'FROM';
    return another && startsPattern(parsed, index + 1);
  });
}

/**
 * Writes each MATCH of the statement as joins.
 * @param readGraph asked only when there is a pattern
 * @throws InputError for patterns that are not supported
 */
export async function matchRewrites(
  parsed: ParsedSql,
  readGraph: () => Promise<readonly GraphTable[]>,
): Promise<Rewrite[]> {
  const { sql, significant } = parsed;
  const clauses = clausesOf(parsed);
  const matches = findMatches(parsed, clauses);
  refuseUnsupportedMatch(parsed, matches, clauses);
  if (matches.length === 0) return [];
  const graph = await readGraph();
  return matches.map((index) => {
    const clause = parseMatch(sql, significant, index);
    return { start: clause.start, end: clause.end, text: writeJoins(resolveMatch(sql, clause, graph)) };
  });
}
