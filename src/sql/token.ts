/**
 * What a piece of SQL text is, by the engine's own lexical rules (engine-behaviour, "Tokens").
 *
 * - `word`: keyword, name or number, also characters above U+007F and `#`
 * - `quotedName`: `"…"` (ansi quotes), `` `…` `` or `[…]`, quotes included
 * - `string`: `'…'` or, without ansi quotes, `"…"`; a glued prefix (`N`, `X`, `_utf8`) is part of it
 * - `bindMarker`: `?`, `?:n` or `:name`
 * - `separator`: `;`
 * - `symbol`: one character of anything else
 */
export type TokenKind =
  | 'whitespace'
  | 'comment'
  | 'hint'
  | 'word'
  | 'quotedName'
  | 'string'
  | 'bindMarker'
  | 'separator'
  | 'symbol';

/** A token covers `text.slice(start, end)`; all tokens of a text, put together, give the text back. */
export interface Token {
  readonly kind: TokenKind;
  /** UTF-16 offsets into the whole text. */
  readonly start: number;
  readonly end: number;
  /** A string, quoted name or comment that the text ends before closing. */
  readonly unterminated?: true;
}
