import { WireFormatError } from '../reader.js';
import { expectSize, TypeCode, type WireType } from '../column-type.js';
import { textEnd } from './text.js';
import { encodeClock, parseDate, parseMoment, parseTime } from './wall-clock-input.js';

/** Wall-clock text from the i16 fields of dates and times; no Date object, so no time zone can creep in. */

/**
 * Pieces of the text, made beforehand because joining many small ones is what takes time: `MM-DD` by
 * month * 32 + day, `HH:MM:` by hour * 60 + minute, `SS`, `.mmm`; `YYYY-` is kept when it was needed once.
 */
const MONTH_DAY = Array.from(
  { length: 13 * 32 },
  (_, index) => `${pad(index >> 5, 2)}-${pad(index & 31, 2)}`,
);
const MONTH_DAY_BLANK = MONTH_DAY.map((text) => `${text} `);
const HOUR_MINUTE = Array.from(
  { length: 24 * 60 },
  (_, index) => `${pad(Math.floor(index / 60), 2)}:${pad(index % 60, 2)}:`,
);
const SECONDS = Array.from({ length: 60 }, (_, index) => pad(index, 2));
const MILLISECONDS = Array.from({ length: 1000 }, (_, index) => `.${pad(index, 3)}`);
const YEARS: string[] = [];

/** `YYYY-MM-DD`; the zero date `0000-00-00` exists. */
export function dateText(buffer: Buffer, start: number): string {
  return `${yearText(buffer, start)}${MONTH_DAY[monthDay(buffer, start)]}`;
}

/** `HH:MM:SS` */
export function timeText(buffer: Buffer, start: number): string {
  const hour = field(buffer, start, 23, 'hour');
  const minute = field(buffer, start + 2, 59, 'minute');
  const second = field(buffer, start + 4, 59, 'second');
  return `${HOUR_MINUTE[hour * 60 + minute]}${SECONDS[second]}`;
}

/** `YYYY-MM-DD HH:MM:SS`, 12 bytes */
export function timestampText(buffer: Buffer, start: number): string {
  return dateBlank(buffer, start) + timeText(buffer, start + 6);
}

/** `YYYY-MM-DD HH:MM:SS.mmm`, 14 bytes */
export function datetimeText(buffer: Buffer, start: number): string {
  const milliseconds = MILLISECONDS[field(buffer, start + 12, 999, 'millisecond')] as string;
  return dateBlank(buffer, start) + (timeText(buffer, start + 6) + milliseconds);
}

function dateBlank(buffer: Buffer, start: number): string {
  return `${yearText(buffer, start)}${MONTH_DAY_BLANK[monthDay(buffer, start)]}`;
}

function yearText(buffer: Buffer, start: number): string {
  const year = field(buffer, start, 9999, 'year');
  return (YEARS[year] ??= `${pad(year, 4)}-`);
}

function monthDay(buffer: Buffer, start: number): number {
  return field(buffer, start + 2, 12, 'month') * 32 + field(buffer, start + 4, 31, 'day');
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** An i16 that is never negative. */
function field(buffer: Buffer, offset: number, max: number, name: string): number {
  const value = ((buffer[offset] as number) << 8) | (buffer[offset + 1] as number);
  if (value > max) throw new WireFormatError(`a ${name} from 0 to ${max}`, offset, String(value));
  return value;
}

/**
 * Zone text behind the numbers of a zoned value, exactly as sent: `+09:00`, or a region and its abbreviation
 * (`America/New_York EDT`).
 * @param fixed bytes of the numbers in front of it
 */
function zoneText(buffer: Buffer, start: number, size: number, fixed: number): string {
  if (size <= fixed) throw new WireFormatError('a time zone behind the time', start, `${size} bytes`);
  return buffer.toString('latin1', start + fixed, textEnd(buffer, start + fixed, size - fixed));
}

/** `YYYY-MM-DD` */
export const dateType: WireType = {
  code: TypeCode.DATE,
  names: ['DATE'],
  decoder: () => decodeDate,
  encode: (value) => encodeClock(parseDate(value)),
};

function decodeDate(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 6, 'DATE', start);
  return dateText(buffer, start);
}

/** `HH:MM:SS` */
export const timeType: WireType = {
  code: TypeCode.TIME,
  names: ['TIME'],
  decoder: () => decodeTime,
  encode: (value) => encodeClock(parseTime(value)),
};

function decodeTime(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 6, 'TIME', start);
  return timeText(buffer, start);
}

/** `YYYY-MM-DD HH:MM:SS` in the time zone of the session. */
export const timestampType: WireType = {
  code: TypeCode.TIMESTAMP,
  names: ['TIMESTAMP'],
  decoder: () => decodeTimestamp,
  encode: (value) => encodeClock(parseMoment(value, { fractionDigits: 0, zoned: false }).fields),
};

function decodeTimestamp(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 12, 'TIMESTAMP', start);
  return timestampText(buffer, start);
}

/** `YYYY-MM-DD HH:MM:SS ZONE`: local time in that zone. */
export const timestamptzType: WireType = {
  code: TypeCode.TIMESTAMPTZ,
  names: ['TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'],
  decoder: () => decodeTimestamptz,
  encode(value) {
    const { fields, zone } = parseMoment(value, { fractionDigits: 0, zoned: true });
    return encodeClock(fields, zone);
  },
};

/** The same on the wire; its zone is that of the session. */
export const timestampltzType: WireType = {
  ...timestamptzType,
  code: TypeCode.TIMESTAMPLTZ,
  names: ['TIMESTAMPLTZ', 'TIMESTAMP WITH LOCAL TIME ZONE'],
};

function decodeTimestamptz(buffer: Buffer, start: number, size: number): string {
  const zone = zoneText(buffer, start, size, 12);
  return `${timestampText(buffer, start)} ${zone}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` */
export const datetimeType: WireType = {
  code: TypeCode.DATETIME,
  names: ['DATETIME'],
  decoder: () => decodeDatetime,
  encode: (value) => encodeClock(parseMoment(value, { fractionDigits: 3, zoned: false }).fields),
};

function decodeDatetime(buffer: Buffer, start: number, size: number): string {
  expectSize(size, 14, 'DATETIME', start);
  return datetimeText(buffer, start);
}

/** `YYYY-MM-DD HH:MM:SS.mmm ZONE`: local time in that zone. */
export const datetimetzType: WireType = {
  code: TypeCode.DATETIMETZ,
  names: ['DATETIMETZ', 'DATETIME WITH TIME ZONE'],
  decoder: () => decodeDatetimetz,
  encode(value) {
    const { fields, zone } = parseMoment(value, { fractionDigits: 3, zoned: true });
    return encodeClock(fields, zone);
  },
};

/** The same on the wire; its zone is that of the session. */
export const datetimeltzType: WireType = {
  ...datetimetzType,
  code: TypeCode.DATETIMELTZ,
  names: ['DATETIMELTZ', 'DATETIME WITH LOCAL TIME ZONE'],
};

function decodeDatetimetz(buffer: Buffer, start: number, size: number): string {
  const zone = zoneText(buffer, start, size, 14);
  return `${datetimeText(buffer, start)} ${zone}`;
}
