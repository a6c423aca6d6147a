import { describe, expect, it } from 'vitest';
import {} from '../../../../../../test/helpers/wire-types.js';
import { dateText, datetimeText, timeText, timestampText } from './wall-clock.js';

describe('wall-clock text', () => {
  it('comes from the i16 fields of cas-protocol §5.3', () => {
    const bytes = Buffer.from('07e8' + '0002' + '001d' + '0017' + '003b' + '003a' + '0009', 'hex');
    expect(dateText(bytes, 0)).toBe('2024-02-29');
    expect(timeText(bytes, 6)).toBe('23:59:58');
    expect(timestampText(bytes, 0)).toBe('2024-02-29 23:59:58');
    expect(datetimeText(bytes, 0)).toBe('2024-02-29 23:59:58.009');
  });
});
