import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { timestampltzType, timestamptzType } from './timestamptz.js';

const NOON = '07e800070001' + '000c00000000';
const NEW_YORK = Buffer.from('America/New_York').toString('hex');

describe('TIMESTAMPTZ and TIMESTAMPLTZ', () => {
  it('have their zone behind a blank, exactly as sent', () => {
    const zone = Buffer.from('America/New_York EDT\0').toString('hex');
    expect(decodeHex(timestamptzType, NOON + zone)).toBe('2024-07-01 12:00:00 America/New_York EDT');
    expect(decodeHex(timestampltzType, NOON + '2b30393a303000')).toBe('2024-07-01 12:00:00 +09:00');
  });

  it('are bound with the zone behind seven fields, without NUL', () => {
    expect(encodeHex(timestamptzType, '2024-07-01 12:00:00 America/New_York')).toBe(`${NOON}0000${NEW_YORK}`);
    expect(encodeHex(timestamptzType, '2024-07-01T12:00:00Z')).toBe(
      `${NOON}0000${Buffer.from('+00:00').toString('hex')}`,
    );
    expect([timestamptzType.code, timestampltzType.code]).toEqual([29, 30]);
  });

  it('need a zone with its NUL', () => {
    expectBroken(timestamptzType, '', NOON, `${NOON}2b30`, NOON.slice(2));
  });

  it('refuse a time without zone, and a fraction', () => {
    expectUnfit(timestamptzType, '2024-07-01 12:00:00', '2024-07-01 12:00:00.5 UTC', '2024-07-01 12:00:00 ');
  });
});
