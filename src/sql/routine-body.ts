import { CODE, endOfRun, isBodyWordPart, isDigit, isWhitespace } from './character-class.js';
import type { LexicalSettings } from './lexical-settings.js';
import { endAtFirst, endAtUndoubled, endOfLine, endOfString, quotedToken } from './quoted-end.js';
import type { Token, TokenKind } from './token.js';

/** `END IF`, `END CASE` and `END LOOP` are one keyword of the engine's body scanner. */
const CLOSED_BLOCK = /[ \t\r\n]+(if|case|loop)/iy;
const LONGEST_KEYWORD = 'PROCEDURE'.length;

/**
 * Reads what follows IS or AS of a stored procedure or function: an optional language, then a PL/CSQL body up to
 * the END that closes it (engine-behaviour, "Separators"). In a body `;` and `?` are symbols, `"…"` is always a
 * name, words are ASCII only, and a line comment ends at LF only.
 */
export class RoutineBody {
  private phase: 'language' | 'body' | 'finished' = 'language';
  /** BEGIN, IF, LOOP and CASE that still wait for their END. */
  private openBlocks = 0;
  /** Local routines, and CASE expressions outside blocks, whose END does not end the body. */
  private expectedEnds = 0;
  /** End of the word after END that belongs to it and opens nothing. */
  private closerEnd = -1;

  constructor(
    private readonly text: string,
    private readonly settings: LexicalSettings,
    /** Offset behind IS or AS. */
    readonly start: number,
    /** Offset of the last LF of the text, -1 without; looked for once a text, not once a comment. */
    private readonly lastLineFeed: () => number,
  ) {}

  /** True once ordinary SQL goes on. */
  get finished(): boolean {
    return this.phase === 'finished' && this.closerEnd < 0;
  }

  /** The token at `start`. */
  read(start: number): Token {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (isWhitespace(code)) return { kind: 'whitespace', start, end: endOfRun(text, start, isWhitespace) };
    const comment = this.readComment(start);
    if (comment !== undefined) return comment;
    if (isBodyWordPart(code)) return this.readWord(start);
    this.phase = 'body';
    switch (code) {
      case CODE.QUOTE:
        return quotedToken('string', start, endOfString(text, start + 1, "'", this.settings));
      case CODE.DOUBLE_QUOTE:
        return quotedToken('quotedName', start, endAtUndoubled(text, start + 1, '"'));
      case CODE.BACKTICK:
        return quotedToken('quotedName', start, endAtUndoubled(text, start + 1, '`'));
      case CODE.OPEN_BRACKET:
        return quotedToken('quotedName', start, endAtFirst(text, start + 1, ']'));
      default:
        return { kind: 'symbol', start, end: start + 1 };
    }
  }

  private readComment(start: number): Token | undefined {
    const { text } = this;
    if (text.startsWith('/*', start)) return quotedToken('comment', start, endAtFirst(text, start + 2, '*/'));
    if (!text.startsWith('--', start) && !text.startsWith('//', start)) return undefined;
    if (this.phase === 'language') return { kind: 'comment', start, end: endOfLine(text, start) };
    // Without a line end behind it the engine's body scanner sees two signs, no comment.
    if (start > this.lastLineFeed()) return undefined;
    return { kind: 'comment', start, end: text.indexOf('\n', start) };
  }

  private readWord(start: number): Token {
    const { text } = this;
    if (this.closerEnd >= 0) return this.readCloser(start);
    const end = endOfRun(text, start, isBodyWordPart);
    const word = end - start > LONGEST_KEYWORD ? '' : text.slice(start, end).toUpperCase();
    if (this.phase === 'language') this.seeLanguage(word);
    if (this.phase === 'body') this.seeBodyWord(word, end);
    const kind: TokenKind = isDigit(text.charCodeAt(start)) ? 'number' : 'word';
    return { kind, start, end };
  }

  private readCloser(start: number): Token {
    const end = this.closerEnd;
    this.closerEnd = -1;
    return { kind: 'word', start, end };
  }

  private seeLanguage(word: string): void {
    if (word === 'JAVA') this.phase = 'finished';
    else if (word !== 'LANGUAGE') this.phase = 'body';
  }

  private seeBodyWord(word: string, end: number): void {
    switch (word) {
      case 'BEGIN':
      case 'IF':
      case 'LOOP':
        this.openBlocks += 1;
        break;
      case 'CASE':
        if (this.openBlocks === 0) this.expectedEnds += 1;
        this.openBlocks += 1;
        break;
      case 'PROCEDURE':
      case 'FUNCTION':
        if (this.openBlocks === 0) this.expectedEnds += 1;
        break;
      case 'END':
        this.seeEnd(end);
        break;
    }
  }

  private seeEnd(end: number): void {
    CLOSED_BLOCK.lastIndex = end;
    if (CLOSED_BLOCK.test(this.text)) this.closerEnd = CLOSED_BLOCK.lastIndex;
    this.openBlocks = Math.max(0, this.openBlocks - 1);
    if (this.openBlocks > 0) return;
    this.expectedEnds -= 1;
    if (this.expectedEnds < 0) this.phase = 'finished';
  }
}
