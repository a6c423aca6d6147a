import { identifierOf, isSymbol } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';
import { edgeBracketAt } from './edge-bracket.js';

/**
 * Whether the parenthesis at `open` can only begin a pattern: it holds a label, or it is a vertex with an arrow behind
 * it. A single `(p)` may be anything.
 */
export function startsPattern(parsed: ParsedSql, open: number): boolean {
  const { sql, significant } = parsed;
  if (!isSymbol(sql, significant[open], '(')) return false;
  const inside = open + (identifierOf(sql, significant[open + 1]) === undefined ? 1 : 2);
  if (isLabelColon(parsed, inside)) return true;
  if (!isSymbol(sql, significant[inside], ')')) return false;
  const dash = inside + (isSymbol(sql, significant[inside + 1], '<') ? 2 : 1);
  return isSymbol(sql, significant[dash], '-') && isEdgeBracket(parsed, dash + 1);
}

/** A colon that is neither half of the cast `::`. */
export function isLabelColon({ sql, significant }: ParsedSql, at: number): boolean {
  return isSymbol(sql, significant[at], ':') && !isSymbol(sql, significant[at + 1], ':');
}

/** `[e:label]` or `[:label]`. */
export function isEdgeBracket(parsed: ParsedSql, at: number): boolean {
  const bracket = edgeBracketAt(parsed, at);
  if (bracket === undefined || 'problem' in bracket) return false;
  const [first] = bracket.inside;
  const isNamed = identifierOf(parsed.sql, first) !== undefined || first?.kind === 'number';
  return isLabelColon({ ...parsed, significant: bracket.inside }, isNamed ? 1 : 0);
}
