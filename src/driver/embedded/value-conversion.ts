import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Value } from '../value.js';
import { jsonText } from './json-text.js';
import { temporalText } from './temporal-value.js';

/** A DuckDB value in the terms of the port: wall-clock text for dates, exact text for decimals, JSON text for structs and maps. */
export function toValue(value: DuckDBValue): Value {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof DuckDBDecimalValue) return { kind: 'decimal', text: value.toString() };
  if (value instanceof DuckDBBlobValue) return Uint8Array.from(value.bytes);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(toValue);
  if (value instanceof DuckDBStructValue || value instanceof DuckDBMapValue) return jsonText(value);
  if (value instanceof DuckDBUnionValue) return toValue(value.value);
  return temporalText(value) ?? String(value);
}
