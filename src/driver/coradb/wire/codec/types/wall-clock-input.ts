import { UnfitValueError } from '../charset.js';
import type { ScalarInput } from '../column-type.js';

/** Fields of a date or time bind value: year, month, day, hour, minute, second, millisecond. */
export type ClockFields = readonly [number, number, number, number, number, number, number];

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(.*)$/s;
/** An offset may follow the time at once; everything else is a zone name behind a blank. */
const ZONE = /^(?: ([\x21-\x7e](?:[\x20-\x7e]{0,62}))|([+-]\d{2}:\d{2})|(Z))$/;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DD`. @throws UnfitValueError */
export function parseDate(value: ScalarInput, expected = 'YYYY-MM-DD'): ClockFields {
  const match = DATE.exec(String(value));
  if (match === null) throw new UnfitValueError(expected);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (!isDate(year, month, day)) throw new UnfitValueError(`${expected} with a day that exists`);
  return [year, month, day, 0, 0, 0, 0];
}

/** `HH:MM:SS`. @throws UnfitValueError */
export function parseTime(value: ScalarInput, expected = 'HH:MM:SS'): ClockFields {
  const match = TIME.exec(String(value));
  const [hour, minute, second] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  if (match === null || hour > 23 || minute > 59 || second > 59) throw new UnfitValueError(expected);
  return [0, 0, 0, hour, minute, second, 0];
}

/**
 * `YYYY-MM-DD HH:MM:SS`, with a fraction when the type has one, and a zone when the type has one.
 * @param fractionDigits 0 for TIMESTAMP, 3 for DATETIME; further digits must be zeros, so that none is lost
 * @throws UnfitValueError
 */
export function parseMoment(
  value: ScalarInput,
  { fractionDigits, zoned }: { fractionDigits: 0 | 3; zoned: boolean },
): { fields: ClockFields; zone: string } {
  const expected = `YYYY-MM-DD HH:MM:SS${fractionDigits === 3 ? '[.mmm]' : ''}${zoned ? ' ZONE' : ''}`;
  const [, date, time, fraction = '', rest = ''] = MOMENT.exec(String(value)) ?? [];
  if (date === undefined || time === undefined || /[1-9]/.test(fraction.slice(fractionDigits))) {
    throw new UnfitValueError(expected);
  }
  const [year, month, day] = parseDate(date, expected);
  const [, , , hour, minute, second] = parseTime(time, expected);
  const milliseconds = Number(fraction.slice(0, fractionDigits).padEnd(3, '0'));
  return {
    fields: [year, month, day, hour, minute, second, milliseconds],
    zone: parseZone(rest, zoned, expected),
  };
}

/** Bind values of all dates and times have the same seven i16 (cas-protocol §4.4.1), unlike those in results. */
export function encodeClock(fields: ClockFields, zone = ''): Buffer {
  const payload = Buffer.allocUnsafe(14 + zone.length);
  fields.forEach((field, index) => payload.writeInt16BE(field, index * 2));
  payload.write(zone, 14, 'latin1');
  return payload;
}

function parseZone(rest: string, zoned: boolean, expected: string): string {
  if (!zoned && rest === '') return '';
  const match = zoned ? ZONE.exec(rest) : null;
  if (match === null) throw new UnfitValueError(expected);
  return match[1] ?? match[2] ?? '+00:00';
}

function isDate(year: number, month: number, day: number): boolean {
  if (year === 0 && month === 0 && day === 0) return true;
  const days = DAYS_IN_MONTH[month - 1];
  if (year < 1 || days === undefined || day < 1 || day > days) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}
