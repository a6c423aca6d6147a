import { DuckDBDateValue, DuckDBTimestampValue, DuckDBTimeValue } from '@duckdb/node-api';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DD`; undefined when it is no date of the calendar. */
export function parseDate(text: string): DuckDBDateValue | undefined {
  const days = daysOf(text.trim());
  return days === undefined ? undefined : new DuckDBDateValue(days);
}

/** `HH:MM[:SS[.ffffff]]`. */
export function parseTime(text: string): DuckDBTimeValue | undefined {
  const micros = microsOf(text.trim());
  return micros === undefined ? undefined : new DuckDBTimeValue(micros);
}

/** `YYYY-MM-DD[ HH:MM[:SS[.ffffff]]]`, a `T` between date and time is accepted. */
export function parseTimestamp(text: string): DuckDBTimestampValue | undefined {
  const trimmed = text.trim();
  const days = daysOf(trimmed.slice(0, 10));
  const clock = /^(?:[ T](.+))?$/.exec(trimmed.slice(10));
  if (days === undefined || clock === null) return undefined;
  const micros = clock[1] === undefined ? 0n : microsOf(clock[1]);
  return micros === undefined ? undefined : new DuckDBTimestampValue(BigInt(days) * 86_400_000_000n + micros);
}

function daysOf(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = (MONTH_DAYS[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
  if (year < 1 || day < 1 || day > length) return undefined;
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

function microsOf(text: string): bigint | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const fraction = BigInt((match[4] ?? '').padEnd(6, '0'));
  return BigInt(hours * 3600 + minutes * 60 + seconds) * 1_000_000n + fraction;
}
