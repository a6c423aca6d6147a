import {
  DuckDBDateValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { dateText, datetimeText, nanosecondsText, timestampText, timeText } from './date-text.js';

/** DuckDB's `infinity` and `-infinity` as days and in the unit of a timestamp. */
const INFINITE_DAYS = 2_147_483_647;
const INFINITE_AMOUNT = 9_223_372_036_854_775_807n;

/**
 * Text of a date or time value with the digits that CoraDB's type has (cas-protocol §5): DuckDB's TIMESTAMP is a
 * DATETIME with microseconds, its TIME has them too. Undefined for everything else.
 */
export function temporalText(value: DuckDBValue): string | undefined {
  if (value instanceof DuckDBDateValue) return infinite(value.days, INFINITE_DAYS) ?? dateText(value.days);
  if (value instanceof DuckDBTimeValue) return timeText(value.micros);
  if (value instanceof DuckDBTimestampValue) return finite(value.micros, datetimeText);
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return finite(value.millis, (millis) => datetimeText(millis * 1000n));
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return finite(value.seconds, (seconds) => timestampText(seconds * 1_000_000n));
  }
  if (value instanceof DuckDBTimestampNanosecondsValue) return finite(value.nanos, nanosecondsText);
  if (value instanceof DuckDBTimestampTZValue) {
    return finite(value.micros, (micros) => `${datetimeText(micros)} +00:00`);
  }
  return undefined;
}

function finite(amount: bigint, text: (amount: bigint) => string): string {
  return infinite(amount, INFINITE_AMOUNT) ?? text(amount);
}

function infinite<T extends number | bigint>(value: T, limit: T): string | undefined {
  if (value === limit) return 'infinity';
  return value === -limit ? '-infinity' : undefined;
}
