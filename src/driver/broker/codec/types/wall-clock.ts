import { WireFormatError } from '../../wire-format-error.js';

/** Wall-clock text from the i16 fields of dates and times; no Date object, so no time zone can creep in. */

const TWO_DIGITS = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));

/** `YYYY-MM-DD`; the zero date `0000-00-00` exists. */
export function dateText(buffer: Buffer, start: number): string {
  const year = field(buffer, start, 9999, 'year');
  const month = TWO_DIGITS[field(buffer, start + 2, 12, 'month')];
  const day = TWO_DIGITS[field(buffer, start + 4, 31, 'day')];
  return `${yearText(year)}-${month}-${day}`;
}

/** `HH:MM:SS` */
export function timeText(buffer: Buffer, start: number): string {
  const hour = TWO_DIGITS[field(buffer, start, 23, 'hour')];
  const minute = TWO_DIGITS[field(buffer, start + 2, 59, 'minute')];
  const second = TWO_DIGITS[field(buffer, start + 4, 59, 'second')];
  return `${hour}:${minute}:${second}`;
}

/** `YYYY-MM-DD HH:MM:SS`, 12 bytes */
export function timestampText(buffer: Buffer, start: number): string {
  return `${dateText(buffer, start)} ${timeText(buffer, start + 6)}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm`, 14 bytes */
export function datetimeText(buffer: Buffer, start: number): string {
  const milliseconds = field(buffer, start + 12, 999, 'millisecond');
  return `${timestampText(buffer, start)}.${String(milliseconds).padStart(3, '0')}`;
}

function yearText(year: number): string {
  return year >= 1000 ? String(year) : String(year).padStart(4, '0');
}

function field(buffer: Buffer, offset: number, max: number, name: string): number {
  const value = buffer.readInt16BE(offset);
  if (value < 0 || value > max)
    throw new WireFormatError(`a ${name} from 0 to ${max}`, offset, String(value));
  return value;
}
