/** UTF-16 offset of a line's first character, lines from 1 and ended by LF; undefined beyond the last. */
export function lineStart(text: string, line: number): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at++) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return undefined;
  }
  return start;
}
