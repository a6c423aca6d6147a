import { Lexer } from './lexer.js';
import { sameSettings, type LexicalSettings } from './lexical-settings.js';
import { nameOf } from './names.js';
import { isSignificant } from './significant-token.js';
import type { Token, TokenKind } from './token.js';

/** A token the parser sees, with what checks compare: its name, its sign, whether it may be a keyword. */
export interface Piece {
  readonly kind: TokenKind;
  /** UTF-16 offsets into the statement. */
  readonly start: number;
  readonly end: number;
  /** The folded name of a word or quoted name. */
  readonly name?: string;
  /** The folded text of an unquoted word that does not stand behind a dot or arrow. */
  readonly keyword?: string;
  /** The character of a symbol. */
  readonly symbol?: string;
  /** It stands behind a dot or an arrow, which both lead from an object to a part of it. */
  readonly isPart: boolean;
}

/** How a check reads a statement: `readPieces`, or one that remembers what it has read. */
export type PieceReader = (sql: string, settings: LexicalSettings) => readonly Piece[];

/**
 * Reads a text once under each settings, however many checks ask. It keeps all pieces that it has read: make one for
 * the checks of one statement and let go of it.
 */
export function rememberingReader(): PieceReader {
  const known: { sql: string; settings: LexicalSettings; pieces: readonly Piece[] }[] = [];
  return (sql, settings) => {
    const found = known.find((reading) => reading.sql === sql && sameSettings(reading.settings, settings));
    if (found !== undefined) return found.pieces;
    const pieces = readPieces(sql, settings);
    known.push({ sql, settings, pieces });
    return pieces;
  };
}

/** The significant tokens of a statement, ready to be compared. Linear in the length of the text. */
export function readPieces(sql: string, settings: LexicalSettings): Piece[] {
  const lexer = new Lexer(sql, settings);
  const pieces: Piece[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (isSignificant(token)) pieces.push(toPiece(sql, token, isBehindPath(pieces)));
  }
  return pieces;
}

function toPiece(sql: string, token: Token, isPart: boolean): Piece {
  const { kind, start, end } = token;
  if (kind === 'symbol') return { kind, start, end, isPart, symbol: sql.slice(start, end) };
  const name = nameOf(sql, token);
  if (name === undefined) return { kind, start, end, isPart };
  return kind === 'word' && !isPart
    ? { kind, start, end, isPart, name, keyword: name }
    : { kind, start, end, isPart, name };
}

function isBehindPath(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1);
  if (last?.symbol === '.') return true;
  const before = pieces.at(-2);
  return last?.symbol === '>' && before?.symbol === '-' && before.end === last.start;
}
