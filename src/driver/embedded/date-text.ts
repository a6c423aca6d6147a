/**
 * Days since 1970-01-01 as `YYYY-MM-DD` in the proleptic Gregorian calendar, by integer arithmetic:
 * a JavaScript Date would bring in time zones and a smaller range. Years before 1 get a minus sign.
 */
export function dateText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

const MICROS_PER_SECOND = 1_000_000n;
const MICROS_PER_DAY = 86_400n * MICROS_PER_SECOND;

/** Microseconds since 1970-01-01 00:00:00 as `YYYY-MM-DD HH:MM:SS.mmm`; what is finer is left out. */
export function datetimeText(micros: bigint): string {
  return `${timestampText(micros)}.${pad(Number(within(micros, MICROS_PER_SECOND) / 1000n), 3)}`;
}

/** Microseconds since 1970-01-01 00:00:00 as `YYYY-MM-DD HH:MM:SS`. */
export function timestampText(micros: bigint): string {
  const rest = within(micros, MICROS_PER_DAY);
  return `${dateText(Number((micros - rest) / MICROS_PER_DAY))} ${timeText(rest)}`;
}

/** Nanoseconds since 1970-01-01 00:00:00 with all their digits: no type of CoraDB is so fine. */
export function nanosecondsText(nanos: bigint): string {
  const fraction = within(nanos, 1_000_000_000n);
  return `${timestampText((nanos - fraction) / 1000n)}.${pad(Number(fraction), 9)}`;
}

/** Microseconds since midnight as `HH:MM:SS`. */
export function timeText(micros: bigint): string {
  return clockText(micros / MICROS_PER_SECOND);
}

/** The part of an amount beyond whole units, also before 1970. */
function within(amount: bigint, unit: bigint): bigint {
  return ((amount % unit) + unit) % unit;
}

function clockText(seconds: bigint): string {
  const total = Number(seconds);
  return `${pad(Math.floor(total / 3600), 2)}:${pad(Math.floor(total / 60) % 60, 2)}:${pad(total % 60, 2)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
