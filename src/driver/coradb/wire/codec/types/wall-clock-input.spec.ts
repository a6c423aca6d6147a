import { describe, expect, it } from 'vitest';
import {} from '../../../../../../test/helpers/wire-types.js';
import { parseMoment } from './wall-clock-input.js';

describe('parseMoment', () => {
  it('takes a blank or a T between date and time', () => {
    const options = { fractionDigits: 3, zoned: false } as const;
    const fields = [2024, 2, 29, 1, 2, 3, 40];
    expect(parseMoment('2024-02-29 01:02:03.04', options).fields).toEqual(fields);
    expect(parseMoment('2024-02-29T01:02:03.040000', options).fields).toEqual(fields);
  });

  it('keeps the zone as written', () => {
    const options = { fractionDigits: 0, zoned: true } as const;
    expect(parseMoment('2024-11-03 01:30:00 America/New_York EST', options).zone).toBe(
      'America/New_York EST',
    );
    expect(parseMoment('2024-11-03 01:30:00+09:00', options).zone).toBe('+09:00');
  });
});
