import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { shortType } from './short.js';

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
