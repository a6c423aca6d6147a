import type { DemoReply } from './scenes.js';

/** Codes of the terminal's colours; none where the output is no terminal. */
export interface Style {
  readonly title: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export const PLAIN: Style = { title: String, dim: String, good: String, bad: String };

const paint = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

export const COLOURED: Style = { title: paint(1), dim: paint(2), good: paint(32), bad: paint(31) };

/**
 * A reply for a person at a terminal: rows of a result in aligned columns, everything else as it came.
 * Without a terminal the text of the reply itself is shown.
 */
export function showReply(reply: DemoReply, isTerminal: boolean): string {
  const [first] = reply.document.statements ?? [];
  if (!isTerminal || !first?.rows || !first.columns) return reply.text;
  const { statements: _statements, ...head } = reply.document;
  const header = first.columns.map(({ name }) => name);
  return [
    ...Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    table(header, first.rows),
  ].join('\n');
}

function table(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((value) => (value === null ? 'NULL' : String(value))));
  const widths = header.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = header.map((_name, column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, isNumber[column] ?? false))
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}
