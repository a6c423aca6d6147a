import { isSymbol, keywordOf } from './sql-text.js';
import type { ParsedSql } from './sql-translation.js';

/** Words that begin a clause of a query or a change. ON and USING belong to FROM, whose list may go on behind them. */
const BEGIN_CLAUSE: ReadonlySet<string> = new Set(
  'SELECT FROM WHERE GROUP HAVING WINDOW QUALIFY ORDER LIMIT OFFSET VALUES SET RETURNING'.split(' '),
);
export const END_QUERY: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'DIFFERENCE']);

/**
 * The clause that each significant token stands in, by its first word (`SELECT`, `FROM`, …), within the innermost
 * parentheses; an empty text where none has begun, as in the arguments of a function.
 */
export function clausesOf({ sql, significant }: ParsedSql): string[] {
  const outer: string[] = [];
  let clause = '';
  return significant.map((token, index) => {
    const keyword = isSymbol(sql, significant[index - 1], '.') ? '' : keywordOf(sql, token);
    if (BEGIN_CLAUSE.has(keyword) && !isDistinctFrom(keyword, significant[index - 1])) clause = keyword;
    if (END_QUERY.has(keyword)) clause = '';
    const own = clause;
    if (isSymbol(sql, token, '(')) {
      outer.push(clause);
      clause = '';
    } else if (isSymbol(sql, token, ')')) {
      clause = outer.pop() ?? '';
      return clause;
    }
    return own;
  });

  /** `a IS DISTINCT FROM b` compares and begins nothing. */
  function isDistinctFrom(keyword: string, before: (typeof significant)[number] | undefined): boolean {
    return keyword === 'FROM' && keywordOf(sql, before) === 'DISTINCT';
  }
}
