/** UTF-16 codes that the lexer looks at. */
export const CODE = {
  TAB: 0x09,
  LF: 0x0a,
  CR: 0x0d,
  BLANK: 0x20,
  DOUBLE_QUOTE: 0x22,
  QUOTE: 0x27,
  STAR: 0x2a,
  PLUS: 0x2b,
  COMMA: 0x2c,
  MINUS: 0x2d,
  DOT: 0x2e,
  SLASH: 0x2f,
  COLON: 0x3a,
  SEMICOLON: 0x3b,
  GREATER: 0x3e,
  QUESTION: 0x3f,
  OPEN_BRACKET: 0x5b,
  BACKSLASH: 0x5c,
  CLOSE_BRACKET: 0x5d,
  BACKTICK: 0x60,
} as const;

/** White space is blank, TAB, CR and LF only (engine-behaviour, "Tokens"); form feed or NBSP are not. */
export function isWhitespace(code: number): boolean {
  return code === CODE.BLANK || code === CODE.LF || code === CODE.CR || code === CODE.TAB;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** First character of a word: a letter, `_`, `#` or anything above U+007F. */
export function isWordStart(code: number): boolean {
  return isAsciiLetter(code) || code === 0x5f || code === 0x23 || code > 0x7f;
}

export function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}

/** In a PL/CSQL body words are `[A-Za-z0-9_]+` (engine-behaviour, "Separators"). */
export function isBodyWordPart(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === 0x5f;
}

/** The first offset from `from` on whose character is not of the class. */
export function endOfRun(text: string, from: number, isPart: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && isPart(text.charCodeAt(at))) at += 1;
  return at;
}
