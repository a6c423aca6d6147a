import { clausesOf, isWholeItem } from './clauses.js';
import { quoteName, tokenText } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';
import { writeToken } from './token-writer.js';

/** `X'41'` and `B'101'` as items of a SELECT list keep their own text as heading, not DuckDB's words for them. */
export function literalHeadings(parsed: ParsedSql): Rewrite[] {
  const { sql, significant } = parsed;
  const isPrefixed = significant.some(
    ({ kind, start }) => kind === 'string' && /[bx]/i.test(sql.charAt(start)),
  );
  if (!isPrefixed) return [];
  const clauses = clausesOf(parsed);
  return significant.flatMap((token, index) => {
    const { kind, start, end } = token;
    const isItem =
      kind === 'string' && /[bx]/i.test(sql.charAt(start)) && isWholeItem(parsed, clauses, index, index);
    return isItem
      ? [{ start, end, text: `${writeToken(sql, token)} AS ${quoteName(tokenText(sql, token))}` }]
      : [];
  });
}
