import type { Token } from './token.js';

/** False for what the parser never sees as part of a statement: white space, comments and hints. */
export function isSignificant(token: Token): boolean {
  return token.kind !== 'whitespace' && token.kind !== 'comment' && token.kind !== 'hint';
}
