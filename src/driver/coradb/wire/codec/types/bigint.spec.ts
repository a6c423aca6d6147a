import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { bigintType } from './bigint.js';

describe('BIGINT', () => {
  it.each([
    ['8000000000000000', '-9223372036854775808'],
    ['7fffffffffffffff', '9223372036854775807'],
    ['0020000000000001', '9007199254740993'],
  ])('%s is %s, every digit of it', (hex, digits) => {
    expect(decodeHex(bigintType, hex)).toBe(BigInt(digits));
    expect(encodeHex(bigintType, digits)).toBe(hex);
  });

  it('has eight bytes', () => {
    expectBroken(bigintType, '', '00000001');
  });

  it('refuses what does not fit, and a number that may have lost digits', () => {
    expectUnfit(bigintType, '9223372036854775808', 2 ** 53, 'one', 1.5);
  });
});
