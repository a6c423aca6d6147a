import { Lexer } from './lexer.js';
import type { LexicalSettings } from './lexical-settings.js';
import { nameOf } from './names.js';
import { isSignificant } from './significant-token.js';
import type { Token, TokenKind } from './token.js';

/** What checks compare of a token the parser sees: its name, its sign, whether it may be a keyword. */
export interface StatementToken {
  readonly kind: TokenKind;
  /** The folded name of a word or quoted name. */
  readonly name?: string;
  /** The folded text of an unquoted word that does not stand behind a dot or arrow. */
  readonly keyword?: string;
  /** The character of a symbol. */
  readonly symbol?: string;
  /** It stands behind a dot or an arrow, which both lead from an object to a part of it. */
  readonly isPart: boolean;
}

/** The significant tokens of a statement. Equal tokens are one object: a long text has a million of them. */
export interface StatementTokens extends ReadonlyArray<StatementToken> {
  /** UTF-16 offset in the statement where the token of this index begins; the length of the text past the last one. */
  startOf(index: number): number;
  endOf(index: number): number;
}

/**
 * The significant tokens of a statement, ready to be compared. Linear in the length of the text. What is kept for each
 * token are three numbers, since making and growing arrays of a million objects takes longer than all the reading.
 */
export function readTokens(sql: string, settings: LexicalSettings): StatementTokens {
  const lexer = new Lexer(sql, settings);
  const shared = new SharedTokens(sql);
  let table = new Int32Array(FIRST_ROWS * COLUMNS);
  let count = 0;
  let last: Token | undefined;
  let isArrow = false;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (!isSignificant(token)) continue;
    const row = count * COLUMNS;
    if (row === table.length) table = doubled(table);
    table[row] = token.start;
    table[row + 1] = token.end;
    table[row + 2] = shared.idOf(token, isArrow || isSymbol(sql, last, '.'));
    count += 1;
    isArrow = isSymbol(sql, token, '>') && last?.end === token.start && isSymbol(sql, last, '-');
    last = token;
  }
  const tokens = new Array<StatementToken>(count);
  for (let index = 0; index < count; index += 1) {
    tokens[index] = shared.byId(table[index * COLUMNS + 2] ?? 0);
  }
  const offset = (index: number, column: number): number =>
    index < count ? (table[index * COLUMNS + column] ?? sql.length) : sql.length;
  return Object.assign(tokens, {
    startOf: (index: number) => offset(index, 0),
    endOf: (index: number) => offset(index, 1),
  });
}

/** Start, end and number of the token. */
const COLUMNS = 3;
const FIRST_ROWS = 256;

function doubled(table: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 2);
  larger.set(table);
  return larger;
}

function isSymbol(sql: string, token: Token | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && sql[token.start] === symbol;
}

/** Makes each token of a text once and numbers it. */
class SharedTokens {
  private readonly tokens: StatementToken[] = [];
  private readonly whole = new Map<string, number>();
  private readonly parts = new Map<string, number>();

  constructor(private readonly sql: string) {}

  idOf(token: Token, isPart: boolean): number {
    const { kind } = token;
    const isCompared = kind === 'word' || kind === 'quotedName' || kind === 'symbol';
    // No word, name or symbol has a blank at its end.
    const key = isCompared ? this.sql.slice(token.start, token.end) : `${kind} `;
    const known = isPart ? this.parts : this.whole;
    const id = known.get(key);
    if (id !== undefined) return id;
    known.set(key, this.tokens.length);
    return this.tokens.push(this.make(token, key, isPart)) - 1;
  }

  byId(id: number): StatementToken {
    const token = this.tokens[id];
    if (token === undefined) throw new RangeError(`there is no token ${id}`);
    return token;
  }

  private make(token: Token, text: string, isPart: boolean): StatementToken {
    const { kind } = token;
    if (kind === 'symbol') return { kind, isPart, symbol: text };
    const name = nameOf(this.sql, token);
    if (name === undefined) return { kind, isPart };
    return kind === 'word' && !isPart ? { kind, isPart, name, keyword: name } : { kind, isPart, name };
  }
}
