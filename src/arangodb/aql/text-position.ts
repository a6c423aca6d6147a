import type { SqlPosition } from '../../errors/call-error.js';

/** The place that ArangoDB names at the end of a message, as in `… at position 1:26` (line and column from 1). */
export function positionIn(message: string, text: string): SqlPosition | undefined {
  const match = /at position (\d+):(\d+)/.exec(message);
  if (!match) return undefined;
  const [line, column] = [Number(match[1]), Number(match[2])];
  const lines = text.split('\n').slice(0, line - 1);
  const offset = lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return { offset, line, column };
}
