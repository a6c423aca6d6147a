import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { intType } from './int.js';

describe('INT', () => {
  it.each([
    ['80000000', -2147483648],
    ['7fffffff', 2147483647],
    ['00000000', 0],
  ])('%s is %i', (hex, value) => {
    expect(decodeHex(intType, hex)).toBe(value);
    expect(encodeHex(intType, value)).toBe(hex);
  });

  it('takes text and booleans', () => {
    expect(encodeHex(intType, '+7')).toBe('00000007');
    expect(encodeHex(intType, '-7')).toBe('fffffff9');
    expect(encodeHex(intType, true)).toBe('00000001');
    expect(encodeHex(intType, false)).toBe('00000000');
  });

  it('has four bytes', () => {
    expectBroken(intType, '', '000001', '0000000001');
  });

  it('refuses what does not fit', () => {
    expectUnfit(intType, 2147483648, '2147483648', 0.5, '0x10', ' 1', '1e3', Number.NaN);
  });
});
