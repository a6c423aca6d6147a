import { edgeText } from '../../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import { ALL_CAPABILITIES, fakeConnection } from '../../../test/helpers/fake-connection.js';
import type { ResultSet } from '../../driver/driver.js';
import type { Row } from '../../driver/value.js';
import { CallDeadline } from '../../limits/call-deadline.js';
import { DriverLimits } from '../policy/driver-limits.js';
import { readResult, ReplyBudget } from './result-reader.js';
import { StoppableConnection } from './stoppable-connection.js';

/** A cursor over `count` rows of one text each, from `startRow`; remembers how many rows were asked for. */
function cursor(count: number, text = 'x', startRow = 1): ResultSet & { readonly asked: number[] } {
  let next = startRow;
  const asked: number[] = [];
  return {
    asked,
    read: (wanted) => {
      asked.push(wanted);
      const rows: Row[] = [];
      while (rows.length < wanted && next <= count) rows.push([next++, text]);
      return Promise.resolve(rows);
    },
    countRows: () => Promise.resolve(count),
  };
}

async function read(
  resultSet: ResultSet,
  limits: { startRow?: number; maxRows?: number; maxCellChars?: number; budget?: ReplyBudget } = {},
  onRows?: (rows: number) => void,
) {
  const deadline = new CallDeadline(0, new AbortController().signal);
  const stoppable = new StoppableConnection(
    fakeConnection(),
    deadline,
    1_000,
    new DriverLimits(ALL_CAPABILITIES),
  );
  const { startRow = 1, maxRows = 200, maxCellChars = 100, budget = new ReplyBudget(1_000_000) } = limits;
  return readResult(resultSet, stoppable, { startRow, maxRows, maxCellChars }, budget, onRows);
}

/** `[1,"x"],` as structured content and `[1,\\"x\\"],\\n` in the text of the message. */
const ROW_CHARS = 8 + 12;

describe('reading a result', () => {
  it('gives all rows of a short one', async () => {
    expect(await read(cursor(2))).toEqual({
      totalRows: 2,
      truncated: false,
      rows: [
        [1, 'x'],
        [2, 'x'],
      ],
    });
  });

  it('gives no rows of an empty one', async () => {
    expect(await read(cursor(0))).toEqual({ totalRows: 0, truncated: false, rows: [] });
  });

  it('stops at maxRows, counts the rest and says where to read on', async () => {
    const resultSet = cursor(1_000_000);
    const result = await read(resultSet, { maxRows: 3 });
    expect(result).toMatchObject({ totalRows: 1_000_000, truncated: true, nextRow: 4 });
    expect(result.rows).toHaveLength(3);
    expect(resultSet.asked).toEqual([3]);
  });

  it('reads large pages in bounded batches and tells how far it is', async () => {
    const resultSet = cursor(1_200);
    const seen: number[] = [];
    const result = await read(resultSet, { maxRows: 1_200 }, (rows) => seen.push(rows));
    expect(result.rows).toHaveLength(1_200);
    expect(resultSet.asked).toEqual([500, 500, 200]);
    expect(seen).toEqual([500, 1_000, 1_200]);
    expect(result).not.toHaveProperty('nextRow');
  });

  it('continues from startRow to the last row and no further', async () => {
    expect(await read(cursor(5, 'x', 4), { startRow: 4, maxRows: 3 })).toEqual({
      totalRows: 5,
      truncated: false,
      rows: [
        [4, 'x'],
        [5, 'x'],
      ],
    });
    expect(await read(cursor(5, 'x', 9), { startRow: 9 })).toEqual({
      totalRows: 5,
      truncated: false,
      rows: [],
    });
  });

  it('leaves out exactly the rows that do not fit and counts them', async () => {
    const result = await read(cursor(8), { maxRows: 6, budget: new ReplyBudget(ROW_CHARS * 4) });
    expect(result).toMatchObject({ totalRows: 8, truncated: true, rowsOmittedForSize: 2, nextRow: 5 });
    expect(result.rows).toHaveLength(4);
  });

  it('fits to the last character', async () => {
    const result = await read(cursor(4), { budget: new ReplyBudget(ROW_CHARS * 4) });
    expect(result).not.toHaveProperty('rowsOmittedForSize');
    const less = await read(cursor(4), { budget: new ReplyBudget(ROW_CHARS * 4 - 1) });
    expect(less).toMatchObject({ rowsOmittedForSize: 1, nextRow: 4, truncated: true });
  });

  it('counts omitted rows to the end of the result, not beyond it', async () => {
    const result = await read(cursor(5), { maxRows: 200, budget: new ReplyBudget(ROW_CHARS) });
    expect(result).toMatchObject({ rowsOmittedForSize: 4, nextRow: 2 });
  });

  it('says what to do when not one row fits, and gives no place to read on from', async () => {
    const result = await read(cursor(5), { budget: new ReplyBudget(3) });
    expect(result).toMatchObject({ totalRows: 5, truncated: true, rowsOmittedForSize: 5, rows: [] });
    expect(result).not.toHaveProperty('nextRow');
    expect(edgeText(result.notes?.[0])).toContain('CORADB_MAX_RESPONSE_CHARS');
  });

  it('lets no later statement use what an earlier one left over', async () => {
    const budget = new ReplyBudget(ROW_CHARS * 2 + 3);
    expect((await read(cursor(3), { budget })).rows).toHaveLength(2);
    expect((await read(cursor(1, ''), { budget })).rows).toHaveLength(0);
    expect(await read(cursor(0), { budget })).not.toHaveProperty('rowsOmittedForSize');
  });

  it('counts cut cells of the rows it gives only', async () => {
    // Two quotes are escaped in the text; a comma, then a comma and an escaped line end follow.
    const rowChars = 2 * JSON.stringify([1, 'ab… [cut; 3 characters in all]']).length + 2 + 1 + 3;
    const result = await read(cursor(5, 'abc'), { maxCellChars: 2, budget: new ReplyBudget(rowChars * 2) });
    expect(result).toMatchObject({ cellsCut: 2, rowsOmittedForSize: 3 });
  });
});
