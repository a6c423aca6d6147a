import { lineStart } from '../../text-place.js';

/** `In line 3, column 3 before ' t…'`: both count from 1 (engine-behaviour §6). */
const LINE_AND_COLUMN = /\bIn line (\d+), column (\d+) before\b/;

/** `before '  FROM t'⏎`: the rest of the statement behind the offending token, cut with `...` when long. */
const REST = /\bbefore '([^]*?)'\n/;

const UNKNOWN_CLASS = /\bUnknown class "([^"]+)"/;

/**
 * Where in a statement an engine error belongs, read from the engine's own words.
 * @returns UTF-16 offset in the text, or undefined when the words name no place that the text has
 */
export function errorOffset(message: string, text: string): number | undefined {
  const lineAndColumn = LINE_AND_COLUMN.exec(message);
  if (lineAndColumn) return offsetOf(text, Number(lineAndColumn[1]), Number(lineAndColumn[2]));
  const rest = REST.exec(message)?.[1];
  if (rest !== undefined) return beforeRest(text, rest);
  const name = UNKNOWN_CLASS.exec(message)?.[1];
  if (name !== undefined) return onlyOccurrence(text, name.slice(name.lastIndexOf('.') + 1));
  return undefined;
}

function offsetOf(text: string, line: number, column: number): number | undefined {
  const start = lineStart(text, line);
  if (start === undefined || start + column - 1 > text.length) return undefined;
  return start + column - 1;
}

function beforeRest(text: string, rest: string): number | undefined {
  const wanted = rest.trim();
  if (wanted === '') return undefined;
  if (wanted.endsWith('...')) {
    const found = onlyOccurrence(text, wanted.slice(0, -3));
    return found === undefined ? undefined : tokenBefore(text, found);
  }
  const whole = text.trimEnd();
  return whole.endsWith(wanted) ? tokenBefore(text, whole.length - wanted.length) : undefined;
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', ']': '[' };

/** Start of the word, number or quoted text that ends in front of the offset. */
function tokenBefore(text: string, offset: number): number {
  const end = text.slice(0, offset).trimEnd().length;
  const opening = CLOSING[text.charAt(end - 1)];
  if (opening !== undefined) return Math.max(0, text.lastIndexOf(opening, end - 2));
  const word = /[\p{L}\p{N}_#$.]+$/u.exec(text.slice(Math.max(0, end - 300), end));
  return word ? end - word[0].length : Math.max(0, end - 1);
}

function onlyOccurrence(text: string, wanted: string): number | undefined {
  const folded = text.toLowerCase();
  const first = folded.indexOf(wanted.toLowerCase());
  if (first < 0 || folded.indexOf(wanted.toLowerCase(), first + 1) >= 0) return undefined;
  return first;
}
