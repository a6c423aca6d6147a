import { CODE, endOfRun, isWhitespace, isWordPart, isWordStart } from './character-class.js';
import { DblinkArguments } from './dblink-arguments.js';
import type { LexicalSettings } from './lexical-settings.js';
import { opensList } from './list-bracket.js';
import { endOfNumber, isNumberStart } from './number-literal.js';
import { endAtFirst, endAtUndoubled, endOfLine, endOfString, quotedToken } from './quoted-end.js';
import { RoutineBody } from './routine-body.js';
import { RoutineHeader } from './routine-header.js';
import { isSignificant } from './significant-token.js';
import type { Token, TokenKind } from './token.js';

/** A charset or type prefix that belongs to the string when the quote follows directly. */
const STRING_PREFIX = /^(?:[nbx]|_utf8|_euckr|_iso88591|_binary)$/i;
/** `\N` is NULL, `\USD` and its like are money signs: the letters are part of the sign and start no word. */
const BACKSLASH_SIGN =
  /\\(?:N|TL|JPY|USD|KRW|TRY|KHR|CNY|INR|RUB|AUD|CAD|BRL|RON|EUR|CHF|DKK|NOK|BGN|GBP|VND|CZK|PLN|SEK|HRK|RSD)/y;
const NUMBERED_MARKER = /\?:[0-9]+/y;

/**
 * Reads SQL text token by token, by the engine's own rules (engine-behaviour, "Tokens").
 * Every character belongs to exactly one token; the work is linear in the length of the text.
 */
export class Lexer {
  private at: number;
  /** The next word stands behind a dot or `->`: it is a name, never the prefix of a string. */
  private nameExpected = false;
  private readonly dblink = new DblinkArguments();
  private readonly header = new RoutineHeader();
  private body: RoutineBody | undefined;
  private knownLastLineFeed: number | undefined;

  constructor(
    private readonly text: string,
    private readonly settings: LexicalSettings,
    /** Offset of the first token. */
    start = 0,
  ) {
    this.at = start;
  }

  /** Where the body of a stored routine began that the text so far has not ended. */
  get openBodyStart(): number | undefined {
    return this.body?.start;
  }

  /** The next token, or undefined at the end of the text. */
  next(): Token | undefined {
    if (this.at >= this.text.length) return undefined;
    const token = this.body === undefined ? this.readStatement(this.at) : this.readBody(this.body, this.at);
    this.at = token.end;
    return token;
  }

  private readonly lastLineFeed = (): number => (this.knownLastLineFeed ??= this.text.lastIndexOf('\n'));

  private readBody(body: RoutineBody, start: number): Token {
    const token = body.read(start);
    if (body.finished) this.body = undefined;
    return token;
  }

  private readStatement(start: number): Token {
    const token = this.read(start);
    const { kind } = token;
    if (kind === 'whitespace') return token;
    if (isSignificant(token)) {
      this.dblink.see(token, this.text);
      const isBodyNext = this.header.see(token, this.text, this.nameExpected);
      if (isBodyNext) this.body = new RoutineBody(this.text, this.settings, token.end, this.lastLineFeed);
    }
    this.nameExpected = this.expectsName(token);
    return token;
  }

  private read(start: number): Token {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (isWhitespace(code)) return { kind: 'whitespace', start, end: endOfRun(text, start, isWhitespace) };
    if (isWordStart(code)) return this.readWord(start);
    if (isNumberStart(text, start)) return { kind: 'number', start, end: endOfNumber(text, start) };
    switch (code) {
      case CODE.QUOTE:
        return quotedToken('string', start, endOfString(this.text, start + 1, "'", this.settings));
      case CODE.DOUBLE_QUOTE:
        return this.readDoubleQuoted(start);
      case CODE.BACKTICK:
        return quotedToken('quotedName', start, endAtUndoubled(text, start + 1, '`'));
      case CODE.OPEN_BRACKET:
        return this.settings.lists === true && opensList(text, start)
          ? symbol(start)
          : quotedToken('quotedName', start, endAtFirst(text, start + 1, ']'));
      case CODE.MINUS:
        return text.charCodeAt(start + 1) === CODE.MINUS ? this.readLineComment(start) : symbol(start);
      case CODE.SLASH:
        return this.readSlash(start);
      case CODE.SEMICOLON:
        return { kind: 'separator', start, end: start + 1 };
      case CODE.QUESTION:
        return { kind: 'bindMarker', start, end: this.endOfMatch(NUMBERED_MARKER, start) };
      case CODE.BACKSLASH:
        return { kind: 'symbol', start, end: this.endOfMatch(BACKSLASH_SIGN, start) };
      default:
        return symbol(start);
    }
  }

  private readWord(start: number): Token {
    const { text } = this;
    const end = endOfRun(text, start, isWordPart);
    const isPrefix = text.charCodeAt(end) === CODE.QUOTE && !this.nameExpected;
    if (!isPrefix || !STRING_PREFIX.test(text.slice(start, end))) return { kind: 'word', start, end };
    const prefix = text[start];
    // Bit and hex strings know neither doubling nor backslashes, whatever the settings.
    const isBits = end === start + 1 && prefix !== 'n' && prefix !== 'N';
    return quotedToken(
      'string',
      start,
      isBits ? endAtFirst(text, end + 1, "'") : endOfString(this.text, end + 1, "'", this.settings),
    );
  }

  private readDoubleQuoted(start: number): Token {
    const isName = this.settings.ansiQuotes && !this.dblink.queryExpected;
    return isName
      ? quotedToken('quotedName', start, endAtUndoubled(this.text, start + 1, '"'))
      : quotedToken('string', start, endOfString(this.text, start + 1, '"', this.settings));
  }

  private readSlash(start: number): Token {
    const following = this.text.charCodeAt(start + 1);
    if (following === CODE.SLASH) return this.readLineComment(start);
    if (following !== CODE.STAR) return symbol(start);
    return quotedToken(this.commentKind(start), start, endAtFirst(this.text, start + 2, '*/'));
  }

  private readLineComment(start: number): Token {
    return { kind: this.commentKind(start), start, end: endOfLine(this.text, start + 2) };
  }

  private commentKind(start: number): TokenKind {
    return this.text.charCodeAt(start + 2) === CODE.PLUS ? 'hint' : 'comment';
  }

  private endOfMatch(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    return pattern.test(this.text) ? pattern.lastIndex : start + 1;
  }

  private expectsName(token: Token): boolean {
    if (token.kind !== 'symbol') return false;
    const code = this.text.charCodeAt(token.start);
    if (code === CODE.DOT) return true;
    // `->` but not `->>`
    return (
      code === CODE.GREATER &&
      this.text.charCodeAt(token.start - 1) === CODE.MINUS &&
      this.text.charCodeAt(token.end) !== CODE.GREATER
    );
  }
}

function symbol(start: number): Token {
  return { kind: 'symbol', start, end: start + 1 };
}

/** All tokens of a text, comments and white space included; joined they give the text back. */
export function tokenize(sql: string, settings: LexicalSettings): Token[] {
  const lexer = new Lexer(sql, settings);
  const tokens: Token[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) tokens.push(token);
  return tokens;
}
