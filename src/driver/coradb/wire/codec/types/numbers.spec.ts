import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { bigintType, doubleType, floatType, intType, monetaryType, shortType } from './numbers.js';

describe('SHORT', () => {
  it.each([
    ['8000', -32768],
    ['7fff', 32767],
  ])('%s is %i', (hex, value) => {
    expect(decodeHex(shortType, hex)).toBe(value);
    expect(encodeHex(shortType, value)).toBe(hex);
  });

  it('has two bytes', () => {
    expectBroken(shortType, '', '01', '00000001');
  });

  it('refuses what does not fit', () => {
    expectUnfit(shortType, 32768, '-32769', 1.5, '1.0', '', 'x');
  });
});

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

describe('FLOAT', () => {
  it.each([
    ['3f000000', 0.5],
    ['3dcccccd', 0.1],
    ['7f7fffff', 3.4028235e38],
    ['00000001', 1e-45],
    ['7f800000', Infinity],
    ['80000000', -0],
    ['7fc00000', Number.NaN],
    ['4b800000', 16777216],
  ])('%s is %d, in as few digits as the float has', (hex, value) => {
    expect(decodeHex(floatType, hex)).toBe(value);
    expect(encodeHex(floatType, value)).toBe(hex);
  });

  it('gives back every float unchanged', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        const payload = Buffer.alloc(4);
        payload.writeFloatBE(value);
        expect(Math.fround(decodeHex(floatType, payload.toString('hex')) as number)).toBe(value);
      }),
    );
  });

  it('has four bytes', () => {
    expectBroken(floatType, '3f00', '3fe0000000000000');
  });

  it('refuses what does not fit', () => {
    expectUnfit(floatType, 1e39, '-1e39', 'abc', '');
  });
});

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

describe('MONETARY', () => {
  it('is a double under its own code', () => {
    expect(monetaryType.code).toBe(10);
    expect(decodeHex(monetaryType, '4028ae147ae147ae')).toBe(12.34);
    expect(encodeHex(monetaryType, '12.34')).toBe('4028ae147ae147ae');
  });

  it('has eight bytes', () => {
    expectBroken(monetaryType, '4028ae14');
  });
});
