import { CODE, endOfRun, isDigit, isWhitespace, isWordPart } from './character-class.js';
import { BEFORE_EXPRESSION } from './remote-table.js';

/** What a list may begin with, and the quoted name of a table hardly: strings, lists, structs, markers, signs. */
const BEGINS_LIST: ReadonlySet<number> = new Set(
  ["'", '[', ']', '(', '{', '?', '-', '+', '.'].map((c) => c.charCodeAt(0)),
);
const ENDS_OPERAND: ReadonlySet<number> = new Set([')', ']', '"', '`', "'"].map((c) => c.charCodeAt(0)));

/**
 * Whether the `[` at this place opens a list (`[1, 2]`) or the index of an element (`x[i]`) and no quoted name, in a
 * dialect that has lists. `-[` is the edge of a MATCH pattern. A list that begins with a name is read as a quoted
 * name: `[name]` is one far more often.
 */
export function opensList(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (isEdge(text, at)) return false;
  const first = text.charCodeAt(endOfRun(text, at + 1, isWhitespace));
  if (isDigit(first) || BEGINS_LIST.has(first)) return true;
  if (ENDS_OPERAND.has(before)) return true;
  if (!isWordPart(before)) return false;
  let start = at - 1;
  while (start > 0 && at - start <= LONGEST_KEYWORD && isWordPart(text.charCodeAt(start - 1))) start -= 1;
  return !BEFORE_EXPRESSION.has(text.slice(start, at).toUpperCase());
}

function isEdge(text: string, at: number): boolean {
  let end = at;
  while (isWhitespace(text.charCodeAt(end - 1))) end -= 1;
  return text.charCodeAt(end - 1) === CODE.MINUS;
}

const LONGEST_KEYWORD = Math.max(...[...BEFORE_EXPRESSION].map(({ length }) => length));
