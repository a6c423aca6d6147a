import { characterStart } from '../../text/cut-text.js';

/** Characters of the script shown on each side of a place. */
const SIDE_CHARS = 60;

/** Stands right in front of what the place is about. */
const MARK = '⟶';

/**
 * The piece of a script around a place, on one line: `… unit_price ⟶FORM product WHERE …`.
 * @param offset UTF-16 offset; beyond the end it means the end
 */
export function sqlExcerpt(script: string, offset: number): string {
  const at = Math.min(Math.max(0, offset), script.length);
  const start = characterStart(script, Math.max(0, at - SIDE_CHARS));
  const end = characterStart(script, Math.min(script.length, at + SIDE_CHARS));
  const before = oneLine(script.slice(start, at)).trimStart();
  const behind = oneLine(script.slice(at, end)).trimEnd();
  return `${start > 0 ? '… ' : ''}${before}${MARK}${behind}${end < script.length ? ' …' : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
