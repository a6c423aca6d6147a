import type { Token } from './token.js';

/** Longer words are not compared: slicing each of them would copy the text. */
const KEYWORD = 'DBLINK';

/**
 * Follows the tokens to the query text of `DBLINK(server, "…")`, where `"…"` is a string even with ansi quotes
 * (engine-behaviour, "Tokens"). The engine expects it behind the first comma.
 */
export class DblinkArguments {
  private state: 'outside' | 'keyword' | 'server' | 'query' = 'outside';

  get queryExpected(): boolean {
    return this.state === 'query';
  }

  /** Takes the next token; white space, comments and hints are left out. */
  see(token: Token, text: string): void {
    const isKeyword =
      token.kind === 'word' &&
      token.end - token.start === KEYWORD.length &&
      text.slice(token.start, token.end).toUpperCase() === KEYWORD;
    if (isKeyword) this.state = 'keyword';
    else if (this.state !== 'outside') this.state = this.after(token, text);
  }

  private after(token: Token, text: string): DblinkArguments['state'] {
    const character = token.kind === 'symbol' ? text[token.start] : undefined;
    if (this.state === 'keyword') return character === '(' ? 'server' : 'outside';
    if (this.state === 'query' || character === ')' || token.kind === 'separator') return 'outside';
    return character === ',' ? 'query' : 'server';
  }
}
