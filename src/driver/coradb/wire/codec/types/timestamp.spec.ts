import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { timestampType } from './timestamp.js';

describe('TIMESTAMP', () => {
  it('is wall-clock text', () => {
    expect(decodeHex(timestampType, '07f600010013' + '0003000e0007')).toBe('2038-01-19 03:14:07');
  });

  it('is bound as seven fields', () => {
    expect(encodeHex(timestampType, '2038-01-19 03:14:07')).toBe('07f600010013' + '0003000e0007' + '0000');
    expect(encodeHex(timestampType, '2038-01-19T03:14:07.000')).toBe(
      '07f600010013' + '0003000e0007' + '0000',
    );
  });

  it('has twelve bytes', () => {
    expectBroken(timestampType, '', '07f600010013', '07f600010013' + '0003000e0007' + '0000');
  });

  it('refuses a fraction and a zone', () => {
    expectUnfit(
      timestampType,
      '2038-01-19 03:14:07.5',
      '2038-01-19 03:14:07 UTC',
      '2038-01-19',
      '2038-02-30 00:00:00',
    );
  });
});
