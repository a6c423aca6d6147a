import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../errors/call-error.js';
import type { Parameter } from '../../../value.js';
import { encodeBindParameters } from './bind-parameter.js';
import type { Charset } from './charset.js';

function bound(parameter: Parameter, charset: Charset = 'utf-8'): [number, string] {
  const [value] = encodeBindParameters([parameter], charset);
  return [value?.typeCode ?? -1, value?.payload.toString('hex') ?? ''];
}

describe('plain values', () => {
  it.each([
    ['text', 'é', [2, 'c3a900']],
    ['empty text', '', [2, '00']],
    ['an integer', 7, [8, '00000007']],
    ['the smallest INT', -2147483648, [8, '80000000']],
    ['a larger integer', 2147483648, [21, '0000000080000000']],
    ['the largest safe integer', 9007199254740991, [21, '001fffffffffffff']],
    ['a fraction', 1.5, [12, '3ff8000000000000']],
    ['negative zero', -0, [12, '8000000000000000']],
    ['true', true, [8, '00000001']],
    ['false', false, [8, '00000000']],
    ['null', null, [0, '']],
  ] as const)('%s', (_, parameter, expected) => {
    expect(bound(parameter)).toEqual(expected);
  });

  it('are in the charset of the database', () => {
    expect(bound('한', 'euc-kr')).toEqual([2, 'c7d100']);
  });
});

describe('typed values', () => {
  it.each([
    ['NUMERIC', '-12.340', [7, '2d31322e33343000']],
    ['DECIMAL', '1', [7, '3100']],
    ['BIGINT', '-9223372036854775808', [21, '8000000000000000']],
    ['SMALLINT', '-5', [9, 'fffb']],
    ['FLOAT', 0.5, [11, '3f000000']],
    ['DATE', '2024-02-29', [13, '07e80002001d0000000000000000']],
    ['BIT VARYING', 'ff', [6, 'ff']],
    ['bit  varying', 'ff', [6, 'ff']],
    ['ENUM', 'red', [25, '72656400']],
    ['JSON', '{}', [34, '7b7d00']],
    ['OBJECT', '@3393|3|1', [19, '00000d4100030001']],
    ['INT', null, [8, '']],
    ['NULL', null, [0, '']],
    ['MULTISET', null, [0, '']],
  ] as const)('%s %s', (type, value, expected) => {
    expect(bound({ type, value })).toEqual(expected);
  });
});

describe('collections', () => {
  it.each([
    ['SET', '[3, 1]', [16, '08' + '0000000400000003' + '0000000400000001']],
    ['SEQUENCE', '["b", null]', [18, '02' + '000000026200' + '00000000']],
    ['LIST', '[]', [18, '00']],
    ['MULTISET', '[1, 1]', [18, '08' + '0000000400000001' + '0000000400000001']],
    ['SEQUENCE', '[1, 2147483648]', [18, '15' + '000000080000000000000001' + '000000080000000080000000']],
    ['SEQUENCE', '[1, 0.5]', [18, '0c' + '000000083ff0000000000000' + '000000083fe0000000000000']],
    ['SEQUENCE', '[[1], []]', [18, '12' + '00000009' + '08' + '0000000400000001' + '00000001' + '00']],
  ] as const)('%s %s', (type, value, expected) => {
    expect(bound({ type, value })).toEqual(expected);
  });

  it.each(['{}', '[1, "a"]', '[[1], 2]', '[{}]', 'x', '1', '[9007199254740993]'])('refuse %s', (value) => {
    expect(() => bound({ type: 'SET', value })).toThrow(InputError);
  });
});

describe('values that do not fit', () => {
  it.each([
    [[1, { type: 'DATE', value: 'tomorrow' }], 'Parameter 2 (DATE) does not fit: expected YYYY-MM-DD'],
    [
      [{ type: 'SHORT', value: 40000 }],
      'Parameter 1 (SHORT) does not fit: expected an integer from -32768 to 32767',
    ],
    [
      ['a', 'b', { type: 'POINT', value: '1' }],
      'Parameter 3 (POINT) does not fit: expected the name of a SQL type',
    ],
    [[9007199254740992], 'Parameter 1 does not fit: expected a number that JSON can carry exactly'],
    [[{ type: 'CLOB', value: 'x' }], 'Parameter 1 (CLOB) does not fit: expected another type'],
    [[{ type: 'NULL', value: 1 }], 'Parameter 1 (NULL) does not fit'],
  ] as const)('%j', (parameters, message) => {
    const encode = (): unknown => encodeBindParameters(parameters, 'utf-8');
    expect(encode).toThrow(InputError);
    expect(encode).toThrow(message);
  });

  it('name the charset that lacks a character', () => {
    expect(() => encodeBindParameters(['한'], 'iso-8859-1')).toThrow(
      'Parameter 1 does not fit: expected text without a character that iso-8859-1 cannot express',
    );
  });

  it('never show the value', () => {
    expect(() => encodeBindParameters([{ type: 'INT', value: 'secret' }], 'utf-8')).toThrow(/^(?!.*secret)/);
  });
});
