import type { Token } from '../../../sql/token.js';
import { identifierOf, isSymbol, tokenText } from '../sql-text.js';
import { type EdgeBracket, edgeBracketAt, type UnreadableBracket } from './edge-bracket.js';
import { matchError } from './match-error.js';

/** Walks the significant tokens of a statement. */
export class TokenCursor {
  constructor(
    readonly sql: string,
    private readonly tokens: readonly Token[],
    public index: number,
  ) {}

  /** The token `ahead` places further; undefined past the end. */
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.index + ahead];
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    return isSymbol(this.sql, this.peek(ahead), symbol);
  }

  /** Steps over a symbol if it is next. */
  skipSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.index += 1;
    return true;
  }

  /** Steps over a name if one is next. */
  skipName(): string | undefined {
    const name = identifierOf(this.sql, this.peek());
    if (name !== undefined) this.index += 1;
    return name;
  }

  /** The brackets of an edge, if they are next. */
  edgeBracket(): EdgeBracket | UnreadableBracket | undefined {
    return edgeBracketAt({ sql: this.sql, significant: this.tokens }, this.index);
  }

  /** Where the next token starts, or the end of the text. */
  get at(): number {
    return this.peek()?.start ?? this.sql.length;
  }

  /** Where the token before ended. */
  get end(): number {
    return this.tokens[this.index - 1]?.end ?? 0;
  }

  /** The next token in quotes, for messages. */
  get shown(): string {
    const token = this.peek();
    return token === undefined ? 'the end of the statement' : `"${tokenText(this.sql, token)}"`;
  }

  fail(problem: string): never {
    throw matchError(this.sql, this.at, problem);
  }
}
