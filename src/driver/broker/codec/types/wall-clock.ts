import { WireFormatError } from '../../wire-format-error.js';

/** Wall-clock text from the i16 fields of dates and times; no Date object, so no time zone can creep in. */

const TWO_DIGITS = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
/** `MM-DD` by month * 32 + day, `HH:MM:` by hour * 60 + minute, `.mmm`: joining few pieces is what takes time. */
const MONTH_DAY = Array.from({ length: 13 * 32 }, (_, index) => `${two(index >> 5)}-${two(index & 31)}`);
const HOUR_MINUTE = Array.from(
  { length: 24 * 60 },
  (_, index) => `${two(Math.floor(index / 60))}:${two(index % 60)}:`,
);
const MILLISECONDS = Array.from({ length: 1000 }, (_, index) => `.${String(index).padStart(3, '0')}`);

/** `YYYY-MM-DD`; the zero date `0000-00-00` exists. */
export function dateText(buffer: Buffer, start: number): string {
  const year = field(buffer, start, 9999, 'year');
  const month = field(buffer, start + 2, 12, 'month');
  const day = field(buffer, start + 4, 31, 'day');
  return `${yearText(year)}-${MONTH_DAY[month * 32 + day]}`;
}

/** `HH:MM:SS` */
export function timeText(buffer: Buffer, start: number): string {
  const hour = field(buffer, start, 23, 'hour');
  const minute = field(buffer, start + 2, 59, 'minute');
  const second = field(buffer, start + 4, 59, 'second');
  return `${HOUR_MINUTE[hour * 60 + minute]}${TWO_DIGITS[second]}`;
}

/** `YYYY-MM-DD HH:MM:SS`, 12 bytes */
export function timestampText(buffer: Buffer, start: number): string {
  return `${dateText(buffer, start)} ${timeText(buffer, start + 6)}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm`, 14 bytes */
export function datetimeText(buffer: Buffer, start: number): string {
  const time = `${timeText(buffer, start + 6)}${MILLISECONDS[field(buffer, start + 12, 999, 'millisecond')]}`;
  return `${dateText(buffer, start)} ${time}`;
}

function yearText(year: number): string {
  return year >= 1000 ? String(year) : String(year).padStart(4, '0');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function field(buffer: Buffer, offset: number, max: number, name: string): number {
  const value = buffer.readInt16BE(offset);
  if (value < 0 || value > max)
    throw new WireFormatError(`a ${name} from 0 to ${max}`, offset, String(value));
  return value;
}
