import { EMBEDDED_LEXICAL } from '../rules/lexical.js';
import { tokenize } from '../../../sql/lexer.js';
import type { Token } from '../../../sql/token.js';
import { tokenText } from '../sql-text.js';

/** `-->`, `--[e:label]`, or `-- (v)`, `--(v:label)`, `--(:label)`: an edge to somebody who knows another pattern language. */
const READS_AS_ARROW = /^--+\s*(?:>|\[|\(\s*[^\s():]*\s*(?::\s*[^\s():]+\s*)?\))/;

/**
 * The comment between two elements of a pattern that was meant as an arrow: the engine's lexer takes `--` and `//` for
 * comments wherever they stand, so that the rest of the pattern would be left out without a word. One that begins directly behind
 * an element counts whatever it says; with white space before it, it may be a remark and counts by its text.
 * @param from end of the element before
 * @param to start of the next significant token
 */
export function commentAsArrow(sql: string, from: number, to: number): Token | undefined {
  return tokenize(sql.slice(from, to), EMBEDDED_LEXICAL)
    .map((token) => ({ ...token, start: token.start + from, end: token.end + from }))
    .filter(({ kind }) => kind === 'comment')
    .find((token) => {
      const text = tokenText(sql, token);
      return /^(?:--|\/\/)/.test(text) && (token.start === from || READS_AS_ARROW.test(text));
    });
}
