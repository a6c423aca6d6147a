import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, expectBroken } from '../../../../../../test/helpers/wire-types.js';
import { monetaryType } from './monetary.js';

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
