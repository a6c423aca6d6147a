import type { CompleteResult } from '@modelcontextprotocol/server';

/** Most values of one completion (MCP, "Completion": at most 100). */
const MAX_VALUES = 100;

/**
 * The values that begin with what was typed, then those that hold it elsewhere, without regard to case.
 * `total` counts those left out too.
 */
export function matchValues(values: readonly string[], typed: string): CompleteResult['completion'] {
  const wanted = typed.toLowerCase();
  const found = values.map((value) => ({ value, at: value.toLowerCase().indexOf(wanted) }));
  const first = found.filter(({ at }) => at === 0);
  const rest = found.filter(({ at }) => at > 0);
  const all = [...first, ...rest].map(({ value }) => value);
  return { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES };
}
