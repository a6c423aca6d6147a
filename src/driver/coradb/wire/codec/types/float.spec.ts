import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import fc from 'fast-check';
import { floatType } from './float.js';

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
