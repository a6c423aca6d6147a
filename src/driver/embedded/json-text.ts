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
import { fieldsOf } from './struct-fields.js';
import { temporalText } from './temporal-value.js';

/**
 * JSON text of a nested DuckDB value. Integers and decimals are written digit by digit, so nothing is rounded;
 * binary data is hex, numbers that JSON lacks (NaN, infinities) are text. A map becomes an object of its keys' text,
 * a struct without field names (`ROW(1, 2)`) an array.
 */
export function jsonText(value: DuckDBValue): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint' || value instanceof DuckDBDecimalValue) return value.toString();
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof DuckDBBlobValue) return JSON.stringify(Buffer.from(value.bytes).toString('hex'));
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(jsonText).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) {
    const fields = fieldsOf(value);
    return fields.every(([name]) => name === '')
      ? `[${fields.map(([, field]) => jsonText(field)).join(',')}]`
      : object(fields);
  }
  if (value instanceof DuckDBMapValue) {
    return object(value.entries.map((entry) => [keyText(entry.key), entry.value]));
  }
  if (value instanceof DuckDBUnionValue) return jsonText(value.value);
  return JSON.stringify(temporalText(value) ?? String(value));
}

function object(entries: readonly (readonly [string, DuckDBValue])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value)}`).join(',')}}`;
}

function keyText(key: DuckDBValue): string {
  return typeof key === 'string' ? key : (temporalText(key) ?? String(key));
}
