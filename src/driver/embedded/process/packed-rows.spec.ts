import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { Row, Value } from '../../value.js';
import { packRows, unpackRows } from './packed-rows.js';

const decimal = (text: string): Value => ({ kind: 'decimal', text });

const COLUMNS: readonly (readonly [string, readonly Value[]])[] = [
  ['nothing but NULL', [null, null]],
  ['numbers', [1, 0.1, 5e-324, 1.7976931348623157e308, -9007199254740991, null]],
  ['numbers that JSON does not have', [Number.NaN, Infinity, -Infinity, -0, 1]],
  ['BIGINT', [9223372036854775807n, -9223372036854775808n, 0n, null, 2n ** 127n]],
  ['NUMERIC', [decimal('1.10'), null, decimal('-0.00'), decimal('9'.repeat(38))]],
  ['texts', ['', 'a"b\\c', '\u0000\u2028', '한글 😀', null, 'NaN', '1']],
  ['truth values', [true, false, null]],
  ['binary data', [Uint8Array.of(0, 255), null, Uint8Array.of()]],
  ['lists', [[1n, null], [], ['a', [true]]]],
  ['numbers beside BIGINT', [1, 1n, null]],
  ['texts beside numbers', ['1', 1, true]],
];

const rowsOf = (columns: readonly (readonly Value[])[]): readonly Row[] =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? null));

describe('rows on their way between the processes', () => {
  it.each(COLUMNS)('keep %s as they are', (_title, column) => {
    const rows = rowsOf([column]);
    expect(unpackRows(deserialize(serialize(packRows(rows))) as never)).toStrictEqual(rows);
  });

  it('keep their columns apart', () => {
    const rows = rowsOf(COLUMNS.map(([, column]) => column));
    expect(unpackRows(packRows(rows))).toStrictEqual(rows);
  });

  it.each([[[]], [[[]]], [[[], []]]])('may be none, or have no columns: %j', (rows) => {
    expect(unpackRows(packRows(rows))).toEqual(rows);
  });
});
