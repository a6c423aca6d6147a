import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { datetimeType } from './datetime.js';

describe('DATETIME', () => {
  it('is wall-clock text with milliseconds', () => {
    expect(decodeHex(datetimeType, '270f000c001f' + '0017003b003b' + '03e7')).toBe('9999-12-31 23:59:59.999');
    expect(decodeHex(datetimeType, '07e800010001' + '000000000000' + '0005')).toBe('2024-01-01 00:00:00.005');
  });

  it('is bound as seven fields', () => {
    expect(encodeHex(datetimeType, '9999-12-31 23:59:59.999')).toBe('270f000c001f' + '0017003b003b' + '03e7');
    expect(encodeHex(datetimeType, '2024-01-01 00:00:00.5')).toBe('07e800010001' + '000000000000' + '01f4');
  });

  it('has fourteen bytes with milliseconds below 1000', () => {
    expectBroken(datetimeType, '', '07e800010001000000000000', '07e800010001' + '000000000000' + '03e8');
  });

  it('refuses digits that would be lost', () => {
    expectUnfit(datetimeType, '2024-01-01 00:00:00.0001', '2024-01-01 00:00:00 UTC', '2024-01-01', 'now');
  });
});
