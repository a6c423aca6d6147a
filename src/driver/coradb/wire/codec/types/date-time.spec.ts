import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import {
  dateText,
  datetimeltzType,
  datetimeText,
  datetimeType,
  datetimetzType,
  dateType,
  timestampltzType,
  timestampText,
  timestampType,
  timestamptzType,
  timeText,
  timeType,
} from './date-time.js';

describe('wall-clock text', () => {
  it('comes from the i16 fields of cas-protocol §5.3', () => {
    const bytes = Buffer.from('07e8' + '0002' + '001d' + '0017' + '003b' + '003a' + '0009', 'hex');
    expect(dateText(bytes, 0)).toBe('2024-02-29');
    expect(timeText(bytes, 6)).toBe('23:59:58');
    expect(timestampText(bytes, 0)).toBe('2024-02-29 23:59:58');
    expect(datetimeText(bytes, 0)).toBe('2024-02-29 23:59:58.009');
  });
});

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

const NOON_AND_MILLISECONDS = '07e800070001' + '000c00000000' + '0005';

describe('DATETIMETZ and DATETIMELTZ', () => {
  it('have their zone behind a blank, exactly as sent', () => {
    expect(decodeHex(datetimetzType, NOON_AND_MILLISECONDS + '2d30333a333000')).toBe(
      '2024-07-01 12:00:00.005 -03:30',
    );
    const zone = Buffer.from('Asia/Seoul KST\0').toString('hex');
    expect(decodeHex(datetimeltzType, NOON_AND_MILLISECONDS + zone)).toBe(
      '2024-07-01 12:00:00.005 Asia/Seoul KST',
    );
  });

  it('are bound with the zone behind seven fields, without NUL', () => {
    const offset = Buffer.from('-03:30').toString('hex');
    expect(encodeHex(datetimetzType, '2024-07-01 12:00:00.005 -03:30')).toBe(NOON_AND_MILLISECONDS + offset);
    expect(encodeHex(datetimetzType, '2024-07-01T12:00:00.005-03:30')).toBe(NOON_AND_MILLISECONDS + offset);
    expect([datetimetzType.code, datetimeltzType.code]).toEqual([31, 32]);
  });

  it('need a zone with its NUL', () => {
    expectBroken(datetimetzType, '', NOON_AND_MILLISECONDS, `${NOON_AND_MILLISECONDS}2b30`);
  });

  it('refuse a zone that is missing or too long', () => {
    expectUnfit(datetimetzType, '2024-07-01 12:00:00.005', `2024-07-01 12:00:00 ${'x'.repeat(64)}`);
  });
});
