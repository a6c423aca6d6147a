/**
 * Text of the `Date` objects in which node-cubrid keeps dates and times: their UTC fields are the wall clock.
 * A zero date (cas-protocol §5.3) arrives there as day 0 of month 0 of year 0, which is the last of November of the
 * year before; years from 1 on are real.
 */

/** `YYYY-MM-DD` */
export function dateText(date: Date): string {
  if (date.getUTCFullYear() < 1) return '0000-00-00';
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1)}-${digits(date.getUTCDate())}`;
}

/** `HH:MM:SS` */
export function timeText(date: Date): string {
  return [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
    .map((part) => digits(part))
    .join(':');
}

/** `YYYY-MM-DD HH:MM:SS` */
export function timestampText(date: Date): string {
  return `${dateText(date)} ${timeText(date)}`;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` */
export function datetimeText(date: Date): string {
  return `${timestampText(date)}.${digits(date.getUTCMilliseconds(), 3)}`;
}

function digits(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
