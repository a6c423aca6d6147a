/**
 * What a token of SQL is, by the engine's own lexical rules (engine-behaviour, "Tokens").
 *
 * - `word`: keyword or unquoted name: ASCII letters, digits, `_`, `#` and every character above U+007F,
 *   not starting with a digit. Never holds a dot: `s.NEXT_VALUE` is word, symbol, word
 * - `number`: a numeric literal as the engine reads it: `12`, `4.5`, `.5`, `1.`, `1e-10`, `1.5f`, `0x4a`, `0b101`,
 *   `127.0.0.1`. The only token that may hold a dot outside quotes. `1abc` is a number and a word
 * - `quotedName`: `"…"` (ansi quotes), `` `…` `` or `[…]`, quotes included
 * - `string`: `'…'` or, without ansi quotes, `"…"`; a glued prefix (`N`, `B`, `X`, `_utf8`) is part of it
 * - `bindMarker`: `?` or `?:n`. (`:name` is a symbol and a word: in a MATCH pattern it is a label)
 * - `separator`: `;`
 * - `symbol`: one character of anything else, or a backslash sign such as `\N` (NULL)
 */
export type TokenKind =
  | 'whitespace'
  | 'comment'
  | 'hint'
  | 'word'
  | 'number'
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
