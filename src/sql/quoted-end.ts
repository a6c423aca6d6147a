import { CODE } from './character-class.js';
import type { LexicalSettings } from './lexical-settings.js';
import type { Token, TokenKind } from './token.js';

/** Where something quoted ends, and whether the text ended first. */
export interface QuotedEnd {
  readonly end: number;
  readonly unterminated: boolean;
}

const LINE_END = /[\r\n]/g;

/** The next `closer` from `from` on ends it; there is no way to write the closer inside. */
export function endAtFirst(text: string, from: number, closer: string): QuotedEnd {
  const found = text.indexOf(closer, from);
  return found < 0
    ? { end: text.length, unterminated: true }
    : { end: found + closer.length, unterminated: false };
}

/** The next `quote` that is not doubled ends it. `from` is behind the opening quote. */
export function endAtUndoubled(text: string, from: number, quote: string): QuotedEnd {
  let found = text.indexOf(quote, from);
  while (found >= 0 && text[found + 1] === quote) found = text.indexOf(quote, found + 2);
  return found < 0 ? { end: text.length, unterminated: true } : { end: found + 1, unterminated: false };
}

/** As `endAtUndoubled`, and a backslash takes the character after it out of the reckoning. */
function endAtUnescaped(text: string, from: number, quote: string): QuotedEnd {
  const quoteCode = quote.charCodeAt(0);
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === CODE.BACKSLASH) at += 2;
    else if (code !== quoteCode) at += 1;
    else if (text.charCodeAt(at + 1) === quoteCode) at += 2;
    else return { end: at + 1, unterminated: false };
  }
  return { end: text.length, unterminated: true };
}

/** Offset of the next CR or LF, which is not part of a line comment, or the end of the text. */
export function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** End of a character string; `from` is behind the opening quote. */
export function endOfString(text: string, from: number, quote: string, settings: LexicalSettings): QuotedEnd {
  return settings.noBackslashEscapes ? endAtUndoubled(text, from, quote) : endAtUnescaped(text, from, quote);
}

/** The token from the opening quote at `start` up to the end that was found. */
export function quotedToken(kind: TokenKind, start: number, found: QuotedEnd): Token {
  const { end } = found;
  return found.unterminated ? { kind, start, end, unterminated: true } : { kind, start, end };
}
