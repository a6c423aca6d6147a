import type { Token } from './token.js';

const LONGEST_KEYWORD = 'PROCEDURE'.length;

/**
 * Follows a statement to the first IS or AS of `CREATE [OR REPLACE] PROCEDURE|FUNCTION`, behind which the engine
 * reads by other rules (engine-behaviour, "Separators").
 */
export class RoutineHeader {
  private state: 'start' | 'create' | 'or' | 'header' | 'other' = 'start';

  /**
   * @param isName the token stands behind a dot or arrow, where no keyword is recognised
   * @returns true when this token is the IS or AS
   */
  see(token: Token, text: string, isName: boolean): boolean {
    if (token.kind === 'separator') {
      this.state = 'start';
      return false;
    }
    if (this.state === 'other') return false;
    const word = isName ? '' : keyword(token, text);
    if (this.state === 'header' && (word === 'IS' || word === 'AS')) {
      this.state = 'other';
      return true;
    }
    if (this.state !== 'header') this.state = this.afterFirstWords(word);
    return false;
  }

  private afterFirstWords(word: string): RoutineHeader['state'] {
    if (this.state === 'start') return word === 'CREATE' ? 'create' : 'other';
    if (this.state === 'or') return word === 'REPLACE' ? 'create' : 'other';
    if (word === 'OR') return 'or';
    return word === 'PROCEDURE' || word === 'FUNCTION' ? 'header' : 'other';
  }
}

/** The word in capitals, or an empty text for what is no keyword of a header. */
function keyword(token: Token, text: string): string {
  if (token.kind !== 'word' || token.end - token.start > LONGEST_KEYWORD) return '';
  return text.slice(token.start, token.end).toUpperCase();
}
