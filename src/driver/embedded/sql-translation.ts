import { EMBEDDED_LEXICAL } from './rules/lexical.js';
import { InputError } from '../../errors/call-error.js';
import { tokenize } from '../../sql/lexer.js';
import { isSignificant } from '../../sql/significant-token.js';
import type { Token } from '../../sql/token.js';
import { placeAt, positionAt, tokenText } from './sql-text.js';
import { needsBlank, writeToken } from './token-writer.js';

/** The statement's tokens, comments included, without trailing separators. */
export interface ParsedSql {
  readonly sql: string;
  readonly all: readonly Token[];
  /** Only what the engine's parser sees. */
  readonly significant: readonly Token[];
}

/** A run of significant tokens that DuckDB gets in other words. */
export interface Rewrite {
  /** Offsets into the caller's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Splits one statement into tokens by CoraDB's rules and refuses what DuckDB would read differently.
 * @throws InputError with the place of a NUL, an unclosed quote, a second statement, `$`, or a numbered bind marker
 */
export function parseSql(sql: string): ParsedSql {
  const nul = sql.indexOf('\0');
  if (nul >= 0) throw problem(sql, nul, 'The statement contains a NUL character');
  const all = tokenize(sql, EMBEDDED_LEXICAL);
  const significant = all.filter(isSignificant);
  while (significant.at(-1)?.kind === 'separator') significant.pop();
  for (const token of significant) checkToken(sql, token);
  return { sql, all, significant };
}

function checkToken(sql: string, token: Token): void {
  if (token.unterminated) throw problem(sql, token.start, 'A quote is opened but never closed');
  if (token.kind === 'separator') throw problem(sql, token.start, 'The text holds more than one statement');
  const text = tokenText(sql, token);
  if (token.kind === 'bindMarker' && text !== '?') {
    throw problem(sql, token.start, `The bind marker ${text} is not supported by the embedded engine; use ?`);
  }
  if (token.kind === 'symbol' && text === '$') {
    throw problem(sql, token.start, 'The character $ is not part of any statement here', MARKER_HINT);
  }
}

const MARKER_HINT = 'For a value write ? and give it in params.';

function problem(sql: string, offset: number, what: string, hint?: string): InputError {
  const position = positionAt(sql, offset);
  return new InputError(`${what} (${placeAt(sql, offset)}).`, {
    position,
    ...(hint !== undefined && { hint }),
  });
}

/**
 * Writes the statement for DuckDB, with `rewrites` (in order, not overlapping) in place of the caller's words.
 * @param insertions what to add behind the token that ends at an offset
 */
export function writeSql(
  parsed: ParsedSql,
  rewrites: readonly Rewrite[],
  insertions: ReadonlyMap<number, string> = new Map(),
): string {
  const { sql, all } = parsed;
  const parts: string[] = [];
  let previous: Token | undefined;
  let next = 0;
  for (const token of all) {
    while (next < rewrites.length && token.start >= (rewrites[next]?.end ?? 0)) next += 1;
    const rewrite = rewrites[next];
    if (rewrite !== undefined && token.start >= rewrite.start) {
      if (token.start === rewrite.start) parts.push(rewrite.text);
      previous = undefined;
    } else {
      if (needsBlank(sql, previous, token)) parts.push(' ');
      parts.push(writeToken(sql, token));
      previous = token;
    }
    parts.push(insertions.get(token.end) ?? '');
  }
  return parts.join('');
}
