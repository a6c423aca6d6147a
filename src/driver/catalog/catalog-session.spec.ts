import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../driver.js';
import type { Row } from '../value.js';
import { CatalogSession, CatalogTimeLimitError } from './catalog-session.js';

/** A connection with one result set, given out in batches; `limits` holds the time limit of every request. */
function connectionWith(batches: readonly (readonly Row[])[], read?: () => void) {
  const limits: number[] = [];
  const close = vi.fn(() => Promise.resolve());
  const left = [...batches];
  const connection = {
    prepare: (_sql: string, { timeoutMs }: { timeoutMs: number }) => {
      limits.push(timeoutMs);
      return Promise.resolve({
        columns: [{ name: 'Table_Name', type: 'String' }],
        execute: () =>
          Promise.resolve({
            resultSet: {
              read: () => {
                read?.();
                return Promise.resolve(left.shift() ?? []);
              },
            },
          }),
        close,
      });
    },
  } as unknown as Connection;
  return { connection, limits, close };
}

describe('a catalog session', () => {
  afterEach(() => void vi.useRealTimers());

  it('reads all batches, by column name in lower case', async () => {
    const { connection, close } = connectionWith([[['a'], ['b']], [['c']]]);
    const session = new CatalogSession(connection, 0);
    const rows = await session.query('SELECT table_name FROM t');
    expect(rows.map((row) => row.text('table_name'))).toEqual(['a', 'b', 'c']);
    expect(session.statements).toBe(1);
    expect(close).toHaveBeenCalledOnce();
  });

  it('gives every request the time that is left, and stops when none is', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { connection, limits, close } = connectionWith(
      [[['a']], [['b']]],
      () => void vi.advanceTimersByTime(600),
    );
    const session = new CatalogSession(connection, 1_000);
    await expect(session.query('SELECT 1')).rejects.toThrow(CatalogTimeLimitError);
    expect(limits).toEqual([1_000]);
    expect(close).toHaveBeenCalledOnce();
    await expect(session.query('SELECT 2')).rejects.toMatchObject({
      message: 'The schema could not be read within 1000 ms',
      hint: 'Ask for one object, or for less detail.',
    });
  });
});
