import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, expectBroken } from '../../../../../../test/helpers/wire-types.js';
import { enumType } from './enum.js';

describe('ENUM', () => {
  it('is its label', () => {
    expect(decodeHex(enumType, '72656400')).toBe('red');
    expect(encodeHex(enumType, 'red')).toBe('72656400');
  });

  it('needs the NUL at the end', () => {
    expectBroken(enumType, '726564');
  });
});
