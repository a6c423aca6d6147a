import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { datetimeltzType, datetimetzType } from './datetimetz.js';

const NOON = '07e800070001' + '000c00000000' + '0005';

describe('DATETIMETZ and DATETIMELTZ', () => {
  it('have their zone behind a blank, exactly as sent', () => {
    expect(decodeHex(datetimetzType, NOON + '2d30333a333000')).toBe('2024-07-01 12:00:00.005 -03:30');
    const zone = Buffer.from('Asia/Seoul KST\0').toString('hex');
    expect(decodeHex(datetimeltzType, NOON + zone)).toBe('2024-07-01 12:00:00.005 Asia/Seoul KST');
  });

  it('are bound with the zone behind seven fields, without NUL', () => {
    const offset = Buffer.from('-03:30').toString('hex');
    expect(encodeHex(datetimetzType, '2024-07-01 12:00:00.005 -03:30')).toBe(NOON + offset);
    expect(encodeHex(datetimetzType, '2024-07-01T12:00:00.005-03:30')).toBe(NOON + offset);
    expect([datetimetzType.code, datetimeltzType.code]).toEqual([31, 32]);
  });

  it('need a zone with its NUL', () => {
    expectBroken(datetimetzType, '', NOON, `${NOON}2b30`);
  });

  it('refuse a zone that is missing or too long', () => {
    expectUnfit(datetimetzType, '2024-07-01 12:00:00.005', `2024-07-01 12:00:00 ${'x'.repeat(64)}`);
  });
});
