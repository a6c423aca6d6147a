import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { doubleType } from './double.js';

describe('DOUBLE', () => {
  it.each([
    ['3fb999999999999a', 0.1],
    ['0000000000000001', 5e-324],
    ['fff0000000000000', -Infinity],
    ['8000000000000000', -0],
    ['7ff8000000000000', Number.NaN],
  ])('%s is %d', (hex, value) => {
    expect(decodeHex(doubleType, hex)).toBe(value);
    expect(encodeHex(doubleType, value)).toBe(hex);
  });

  it('takes the text of a number', () => {
    expect(encodeHex(doubleType, '-1.5e0')).toBe('bff8000000000000');
    expect(encodeHex(doubleType, 'NaN')).toBe('7ff8000000000000');
    expect(encodeHex(doubleType, '.5')).toBe('3fe0000000000000');
  });

  it('has eight bytes', () => {
    expectBroken(doubleType, '', '3f800000');
  });

  it('refuses what is no number', () => {
    expectUnfit(doubleType, 'abc', '', ' 1', '0x1', '1e999');
  });
});
