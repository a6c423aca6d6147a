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
import { dateText, timestampText, timeText } from './date-text.js';

/** DuckDB's `infinity` and `-infinity` as days and as microseconds. */
const INFINITE_DAYS = 2_147_483_647;
const INFINITE_MICROS = 9_223_372_036_854_775_807n;

/** Text of a date or time value; undefined for everything else. */
export function temporalText(value: DuckDBValue): string | undefined {
  if (value instanceof DuckDBDateValue) return infinite(value.days, INFINITE_DAYS) ?? dateText(value.days);
  if (value instanceof DuckDBTimeValue) return timeText(value.micros);
  if (value instanceof DuckDBTimestampValue) return microsText(value.micros);
  if (value instanceof DuckDBTimestampMillisecondsValue) return microsText(value.millis * 1000n);
  if (value instanceof DuckDBTimestampSecondsValue) return microsText(value.seconds * 1_000_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return microsText(value.nanos / 1000n);
  if (value instanceof DuckDBTimestampTZValue) {
    const text = microsText(value.micros);
    return text.endsWith('infinity') ? text : `${text} +00:00`;
  }
  return undefined;
}

function microsText(micros: bigint): string {
  return infinite(micros, INFINITE_MICROS) ?? timestampText(micros);
}

function infinite<T extends number | bigint>(value: T, limit: T): string | undefined {
  if (value === limit) return 'infinity';
  return value === -limit ? '-infinity' : undefined;
}
