import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { varcharType, varncharType } from './varchar.js';

describe('VARCHAR and NCHAR VARYING', () => {
  it.each([
    ['utf-8', 'eab080f09f988000', '가😀'],
    ['iso-8859-1', 'df00', 'ß'],
    ['euc-kr', 'b0a100', '가'],
    ['utf-8', '00', ''],
  ] as const)('%s text %s', (charset, hex, text) => {
    expect(decodeHex(varcharType, hex, charset)).toBe(text);
    expect(encodeHex(varcharType, text, charset)).toBe(hex);
  });

  it('take numbers and booleans as their text', () => {
    expect(encodeHex(varcharType, 12)).toBe('313200');
    expect(encodeHex(varncharType, true)).toBe('7472756500');
  });

  it('need the NUL at the end', () => {
    expectBroken(varcharType, '', '61');
  });

  it('refuse half of a surrogate pair', () => {
    expectUnfit(varcharType, '\ud83d');
  });
});
