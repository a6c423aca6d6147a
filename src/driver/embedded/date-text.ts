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

const MICROS_PER_DAY = 86_400_000_000n;

/** Microseconds since 1970-01-01 00:00:00 as `YYYY-MM-DD HH:MM:SS.mmm`; six digits when there is more than milliseconds. */
export function timestampText(micros: bigint): string {
  const rest = ((micros % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY;
  const days = Number((micros - rest) / MICROS_PER_DAY);
  const fraction = rest % 1_000_000n;
  const digits = fraction % 1000n === 0n ? pad(Number(fraction / 1000n), 3) : pad(Number(fraction), 6);
  return `${dateText(days)} ${clockText(rest / 1_000_000n)}.${digits}`;
}

/** Microseconds since midnight as `HH:MM:SS`, with six digits of a second only where there are some. */
export function timeText(micros: bigint): string {
  const fraction = micros % 1_000_000n;
  const clock = clockText(micros / 1_000_000n);
  return fraction === 0n ? clock : `${clock}.${pad(Number(fraction), 6)}`;
}

function clockText(seconds: bigint): string {
  const total = Number(seconds);
  return `${pad(Math.floor(total / 3600), 2)}:${pad(Math.floor(total / 60) % 60, 2)}:${pad(total % 60, 2)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
