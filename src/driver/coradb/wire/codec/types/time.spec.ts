import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { timeType } from './time.js';

describe('TIME', () => {
  it('is wall-clock text', () => {
    expect(decodeHex(timeType, '0017003b003b')).toBe('23:59:59');
  });

  it('is bound with the hour at byte 6, unlike in results', () => {
    expect(encodeHex(timeType, '23:59:58')).toBe('000000000000' + '0017003b003a' + '0000');
  });

  it('has six bytes with times that exist', () => {
    expectBroken(timeType, '', '0017003b', '00180000' + '0000', '0000003c0000', '000000000100');
  });

  it('refuses other forms', () => {
    expectUnfit(timeType, '24:00:00', '23:60:00', '7:00:00', '12:00', '12:00:00.5');
  });
});
