import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { objectType } from './object.js';

describe('OBJECT', () => {
  it('is page, slot and volume', () => {
    expect(decodeHex(objectType, '00000d4100030001')).toBe('@3393|3|1');
    expect(encodeHex(objectType, '@3393|3|1')).toBe('00000d4100030001');
  });

  it('is null when it points nowhere', () => {
    expect(decodeHex(objectType, '0000000000000000')).toBeNull();
  });

  it('has eight bytes', () => {
    expectBroken(objectType, '', '00000d41');
  });

  it('refuses other forms', () => {
    expectUnfit(objectType, '3393|3|1', '@1|2', '@-1|0|0', '@1|32768|0', '@2147483648|0|0');
  });
});
