import { isSymbol, keywordOf, tokenText } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

/**
 * `LIMIT start, count` of plain numbers as `LIMIT count OFFSET start`, the only form that DuckDB knows. With bind markers
 * the values would change their order, so that one is left to DuckDB's refusal.
 */
export function limitRewrites({ sql, significant }: ParsedSql): Rewrite[] {
  return significant.flatMap((token, index) => {
    const [start, comma, count] = significant.slice(index + 1, index + 4);
    const isPair = start?.kind === 'number' && isSymbol(sql, comma, ',') && count?.kind === 'number';
    if (!isPair || keywordOf(sql, token) !== 'LIMIT' || isSymbol(sql, significant[index - 1], '.')) return [];
    const text = `${tokenText(sql, count)} OFFSET ${tokenText(sql, start)}`;
    return [{ start: start.start, end: count.end, text }];
  });
}
