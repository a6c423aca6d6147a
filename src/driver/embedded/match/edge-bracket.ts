import { EMBEDDED_LEXICAL } from '../rules/lexical.js';
import { Lexer } from '../../../sql/lexer.js';
import { isSignificant } from '../../../sql/significant-token.js';
import type { Token } from '../../../sql/token.js';
import { isSymbol, tokenText } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';

/** `[e:label]` of an edge. */
export interface EdgeBracket {
  /** What stands between the brackets, and the closing one as the last; with offsets into the statement. */
  readonly inside: readonly Token[];
  /** Index of the statement's first significant token behind the brackets. */
  readonly next: number;
}

/** Why what looks like an edge cannot be read. */
export interface UnreadableBracket {
  readonly problem: string;
}

/**
 * Reads the brackets of an edge at a token. The lexer takes `[e:label]` for a quoted name that ends at the first `]`;
 * here the inside is read by the same lexer as SQL text of its own, so that `[e:[part of]]` and `[e:"x"]` hold quoted
 * names. Undefined for a token that begins no bracket.
 */
export function edgeBracketAt(
  { sql, significant }: Pick<ParsedSql, 'sql' | 'significant'>,
  index: number,
): EdgeBracket | UnreadableBracket | undefined {
  const bracket = significant[index];
  if (bracket?.kind !== 'quotedName' || !tokenText(sql, bracket).startsWith('[')) return undefined;
  const inside = tokensUpToBracket(sql, bracket.start + 1);
  const close = inside?.at(-1);
  if (inside === undefined || close === undefined) {
    return { problem: 'a quoted name within an edge must be closed before the "]" of the edge' };
  }
  let next = index + 1;
  while ((significant[next]?.start ?? sql.length) < close.end) next += 1;
  if (significant[next - 1]?.end !== close.end) {
    return { problem: 'a quoted name within an edge must not hold a "]"' };
  }
  return { inside, next };
}

/** The significant tokens up to the first `]` that belongs to none of them; undefined when there is no such. */
function tokensUpToBracket(sql: string, start: number): readonly Token[] | undefined {
  const lexer = new Lexer(sql, EMBEDDED_LEXICAL, start);
  const tokens: Token[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (isSignificant(token)) tokens.push(token);
    if (isSymbol(sql, token, ']')) return tokens;
    if (token.kind === 'separator') return undefined;
  }
  return undefined;
}
