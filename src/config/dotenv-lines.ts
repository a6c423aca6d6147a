/** A line of `.env` as the parser of such files reads it. */
export interface DotenvLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Undefined for a line that assigns nothing. */
  readonly assignment?: DotenvAssignment;
}

export interface DotenvAssignment {
  readonly name: string;
  /** As it is written: without what follows a `#`, with its quotes. A quoted value may hold several lines. */
  readonly value: string;
  readonly isQuoted: boolean;
  /** True where a `#` right behind the value, or in its place, hides what follows. */
  readonly isCut?: boolean;
}

const ASSIGNED = /\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/y;
const QUOTED = /\s*((["'`])(?:\\[^]|(?!\2)[^\\])*\2)[^\S\n]*(?:#.*)?(?=\n|$)/y;
const UNQUOTED = /[^#\n]*/y;

/** The lines outside multi-line values, as dotenv reads them: what stands within such a value is no line of its own. */
export function dotenvLines(text: string): readonly DotenvLine[] {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const lines: DotenvLine[] = [];
  let number = 1;
  let start = 0;
  while (start < source.length) {
    const lineEnd = endOfLine(source, start);
    const read = source.slice(start, lineEnd).trim() === '' ? undefined : readAssignment(source, start);
    const end = endOfLine(source, Math.max(lineEnd, read?.end ?? 0));
    lines.push({ number, text: source.slice(start, lineEnd), ...(read && { assignment: read.assignment }) });
    number += source.slice(start, end + 1).split('\n').length - 1;
    start = end + 1;
  }
  return lines;
}

function readAssignment(source: string, start: number) {
  const assigned = matchAt(ASSIGNED, source, start);
  if (assigned?.[1] === undefined) return undefined;
  const name = assigned[1];
  const valueStart = start + assigned[0].length;
  const quoted = matchAt(QUOTED, source, valueStart);
  if (quoted?.[1] !== undefined) {
    const assignment: DotenvAssignment = { name, value: quoted[1], isQuoted: true };
    return { assignment, end: valueStart + quoted[0].length };
  }
  const [value = ''] = matchAt(UNQUOTED, source, valueStart) ?? [];
  const end = valueStart + value.length;
  // Behind a blank it begins a comment.
  const isCut = source[end] === '#' && !/[^\S\n]$/.test(source.slice(0, end));
  const assignment: DotenvAssignment = {
    name,
    value: value.trim(),
    isQuoted: false,
    ...(isCut && { isCut }),
  };
  return { assignment, end };
}

function matchAt(pattern: RegExp, source: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(source);
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}
