import { describe, expect, it } from 'vitest';
import type { Value } from '../../driver/value.js';
import { formatValue } from './value-format.js';

const format = (value: Value, maxCellChars = 1_000) => formatValue(value, { maxCellChars, cellsCut: 0 });

describe('a value in a reply', () => {
  it.each<[string, Value, unknown]>([
    ['NULL', null, null],
    ['a boolean', true, true],
    ['an integer', -2_147_483_648, -2_147_483_648],
    ['a double', 0.1, 0.1],
    ['NaN, which JSON does not have', NaN, 'NaN'],
    ['infinity', Infinity, 'Infinity'],
    ['negative infinity', -Infinity, '-Infinity'],
    ['the largest exact integer', 9_007_199_254_740_991n, 9_007_199_254_740_991],
    ['one more, as text', 9_007_199_254_740_992n, '9007199254740992'],
    ['the smallest BIGINT', -9_223_372_036_854_775_808n, '-9223372036854775808'],
    ['a text', "it's", "it's"],
    ['an empty text', '', ''],
    ['a date', '2024-02-29', '2024-02-29'],
    ['a datetime', '2024-02-29 23:59:58.123', '2024-02-29 23:59:58.123'],
    [
      'a datetime with its zone',
      '2024-02-29 23:59:58.123 Asia/Seoul KST',
      '2024-02-29 23:59:58.123 Asia/Seoul KST',
    ],
    ['bytes, as hex', Uint8Array.of(0, 0xde, 0xad, 0xff), '00deadff'],
    ['no bytes', new Uint8Array(), ''],
    ['a large object of one byte', { kind: 'lob', type: 'BLOB', length: 1n }, 'BLOB (1 byte)'],
    ['a large object', { kind: 'lob', type: 'CLOB', length: 5_000_000_000n }, 'CLOB (5000000000 bytes)'],
    ['a graph object', { kind: 'opaque', typeCode: 33, bytes: Uint8Array.of(1, 0xab) }, 'type 33: 01ab'],
    ['a collection', [1n, null, ['a', { kind: 'decimal', text: '1.50' }]], [1, null, ['a', 1.5]]],
    ['an empty collection', [], []],
  ])('%s', (_name, value, expected) => {
    expect(format(value)).toEqual(expected);
  });

  it.each<[string, number | string]>([
    ['0', 0],
    ['0.00', 0],
    ['-0.5', -0.5],
    ['12.50', 12.5],
    ['123456789012345', 123_456_789_012_345],
    ['0.00000123456789012345', 0.00000123456789012345],
    ['1234567890123456', '1234567890123456'],
    ['0.1234567890123456', '0.1234567890123456'],
    ['99999999999999999999999999999999999999', '99999999999999999999999999999999999999'],
    ['-1234567890.12345678', '-1234567890.12345678'],
  ])('a decimal %s is a number only when no digit is lost', (text, expected) => {
    expect(format({ kind: 'decimal', text })).toBe(expected);
  });

  it('lone surrogates survive as JSON escapes', () => {
    const value = format('a\ud800b\udc00');
    expect(JSON.stringify(value)).toBe('"a\\ud800b\\udc00"');
    expect(JSON.parse(JSON.stringify(value))).toBe('a\ud800b\udc00');
  });

  it('a long text is cut, marked and counted', () => {
    const limit = { maxCellChars: 5, cellsCut: 0 };
    expect(formatValue('abcde', limit)).toBe('abcde');
    expect(formatValue('abcdefgh', limit)).toBe('abcde… [cut; 8 characters in all]');
    expect(formatValue(['abcdef', 'ok'], limit)).toEqual(['abcde… [cut; 6 characters in all]', 'ok']);
    expect(limit.cellsCut).toBe(2);
  });

  it('a cut never splits a surrogate pair', () => {
    expect(format('abcd😀e', 5)).toBe('abcd… [cut; 7 characters in all]');
    expect(format('abc😀de', 5)).toBe('abc😀… [cut; 7 characters in all]');
  });

  it('long bytes are cut by their hex digits', () => {
    const limit = { maxCellChars: 5, cellsCut: 0 };
    expect(formatValue(Uint8Array.of(1, 2), limit)).toBe('0102');
    expect(formatValue(Uint8Array.of(1, 2, 3), limit)).toBe('01020… [cut; 3 bytes in all]');
    expect(formatValue({ kind: 'opaque', typeCode: 40, bytes: new Uint8Array(9) }, limit)).toBe(
      'type 40: 00000… [cut; 9 bytes in all]',
    );
    expect(limit.cellsCut).toBe(2);
  });

  it('bytes in the middle of a larger buffer are read from their own place', () => {
    expect(format(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0203');
  });
});
