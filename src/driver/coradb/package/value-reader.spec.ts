import { describe, expect, it } from 'vitest';
import { type ExactTypes, InexactValueError, readValue, type ValueColumn } from './value-reader.js';

const NOTHING: ExactTypes = { bigint: false, numeric: false, zoned: false, collections: false };
const EVERYTHING: ExactTypes = { bigint: true, numeric: true, zoned: true, collections: true };

const utc = (text: string): Date => new Date(`${text}Z`);

/** What node-cubrid 11 makes of `0000-00-00`: day 0 of month 0 of year 0. */
function zeroDate(): Date {
  const date = new Date(0);
  date.setUTCFullYear(0, -1, 0);
  return date;
}

const locator = Buffer.concat([
  Buffer.from('0000002100000001000000020000000561626364', 'hex'),
  Buffer.alloc(1),
]);

describe('a value of a package', () => {
  it.each<[string, unknown, Partial<ValueColumn>, unknown]>([
    ['Int', -7, {}, -7],
    ['Short', 65_531, {}, -5],
    ['Short', 5, {}, 5],
    ['Double', Number.NaN, {}, Number.NaN],
    ['String', 'a\0b', {}, 'a\0b'],
    ['Numeric', 12.3, { precision: 10, scale: 2 }, { kind: 'decimal', text: '12.30' }],
    ['Numeric', 999999999999.999, { precision: 15, scale: 3 }, { kind: 'decimal', text: '999999999999.999' }],
    ['Date', utc('2024-02-29T00:00:00'), {}, '2024-02-29'],
    ['Date', zeroDate(), {}, '0000-00-00'],
    ['Time', utc('1970-01-01T23:59:58'), {}, '23:59:58'],
    ['Timestamp', utc('1970-01-01T00:00:01'), {}, '1970-01-01 00:00:01'],
    ['DateTime', utc('2024-02-29T23:59:58.007'), {}, '2024-02-29 23:59:58.007'],
    ['Bit', Buffer.from('0f', 'hex'), {}, Buffer.from('0f', 'hex')],
    ['Object', 'OID:@1|2|3', {}, '@1|2|3'],
    ['Object', 'OID:@0|0|0', {}, null],
    [
      'Blob',
      { packedLobHandle: locator, lobLength: 2 },
      {},
      { kind: 'lob', type: 'BLOB', length: 4_294_967_298n },
    ],
    ['Anything', null, {}, null],
  ])('of %s, %j, is read', (type, value, column, expected) => {
    expect(readValue(value, { type, ...column }, NOTHING)).toEqual(expected);
  });

  it('of a type that a package reads exactly is taken as it is', () => {
    const read = (type: string, value: unknown) => readValue(value, { type }, EVERYTHING);
    expect(read('BigInt', 2n ** 63n - 1n)).toBe(9_223_372_036_854_775_807n);
    expect(read('BigInt', '-9223372036854775808')).toBe(-9_223_372_036_854_775_808n);
    expect(read('Numeric', '0.10')).toEqual({ kind: 'decimal', text: '0.10' });
    expect(read('DateTimeTZ', { datetime: utc('2024-07-01T12:00:00.123'), timezone: 'Asia/Seoul KST' })).toBe(
      '2024-07-01 12:00:00.123 Asia/Seoul KST',
    );
    expect(read('Sequence', [1, null, ['a']])).toEqual([1, null, ['a']]);
  });

  it.each<[string, unknown, Partial<ValueColumn>, ExactTypes]>([
    ['BigInt', 5, {}, NOTHING],
    ['BigInt', 5, {}, EVERYTHING],
    ['Numeric', 1.5, {}, NOTHING],
    ['Numeric', 1.5, { precision: 16, scale: 1 }, NOTHING],
    ['Numeric', Number.NaN, { precision: 5, scale: 1 }, NOTHING],
    ['DateTimeTZ', { datetime: utc('2024-07-01T12:00:00'), timezone: 'UTC' }, {}, NOTHING],
    ['Int', 134_217_728, { precision: 0 }, NOTHING],
    ['String', '', { precision: 0 }, NOTHING],
    ['String', 'caf\ufffd', {}, EVERYTHING],
    ['Null', new Error('133: Invalid data type.'), { precision: 0 }, NOTHING],
    ['Geometry', 'POINT', {}, EVERYTHING],
    ['Date', new Date(Number.NaN), {}, EVERYTHING],
    ['Int', '5', {}, EVERYTHING],
  ])('of %s, %j, is refused when it may be wrong', (type, value, column, exact) => {
    expect(() => readValue(value, { type, ...column }, exact)).toThrow(InexactValueError);
  });
});
