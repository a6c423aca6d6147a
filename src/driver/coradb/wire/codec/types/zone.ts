import { WireFormatError } from '../../wire-format-error.js';
import { textEnd } from './text.js';

/**
 * Zone text behind the numbers of a zoned value, exactly as sent: `+09:00`, or a region and its abbreviation
 * (`America/New_York EDT`).
 * @param fixed bytes of the numbers in front of it
 */
export function zoneText(buffer: Buffer, start: number, size: number, fixed: number): string {
  if (size <= fixed) throw new WireFormatError('a time zone behind the time', start, `${size} bytes`);
  return buffer.toString('latin1', start + fixed, textEnd(buffer, start + fixed, size - fixed));
}
