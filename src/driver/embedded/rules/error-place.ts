import { lineStart } from '../../text-place.js';

/** `LINE 1: SELECT nope FROM t⏎               ^`: DuckDB shows the line and points at the place. */
const CARET = /^LINE (\d+): (.*)\n( *)\^/m;
/** The same with the empty lines before it. */
const SHOWN_LINE = /\s*^LINE \d+: .*\n *\^\s*/m;

/** The words of an error without the line that is shown and pointed at. */
export function withoutPlace(message: string): string {
  return message.replace(SHOWN_LINE, '');
}

/**
 * Where in a statement an engine error belongs. DuckDB cuts long lines and sees graph patterns rewritten: only a line
 * that stands in the text counts.
 * @returns UTF-16 offset in the text, or undefined
 */
export function errorOffset(message: string, text: string): number | undefined {
  const [, line, shown = '', indent = ''] = CARET.exec(message) ?? [];
  if (line === undefined) return undefined;
  const start = lineStart(text, Number(line));
  const column = indent.length - `LINE ${line}: `.length;
  if (start === undefined || column < 0 || !text.startsWith(shown, start)) return undefined;
  return start + column;
}
