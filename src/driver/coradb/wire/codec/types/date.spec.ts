import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { dateType } from './date.js';

describe('DATE', () => {
  it('is wall-clock text', () => {
    expect(decodeHex(dateType, '270f000c001f')).toBe('9999-12-31');
    expect(decodeHex(dateType, '000100010001')).toBe('0001-01-01');
    expect(decodeHex(dateType, '000000000000')).toBe('0000-00-00');
  });

  it('is bound as seven fields', () => {
    expect(encodeHex(dateType, '2024-02-29')).toBe('07e80002001d' + '0000000000000000');
    expect(encodeHex(dateType, '0000-00-00')).toBe('00'.repeat(14));
  });

  it('has six bytes with a month and a day', () => {
    expectBroken(dateType, '', '07e80002', '07e8000d0001', '07e800020020', 'ffff00020001');
  });

  it('refuses days that do not exist and other forms', () => {
    expectUnfit(
      dateType,
      '2023-02-29',
      '2024-13-01',
      '2024-04-31',
      '0000-01-01',
      '1900-02-29',
      '24-1-1',
      '2024/01/01',
      5,
    );
  });
});
