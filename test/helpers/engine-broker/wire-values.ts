import type { Column } from '../../../src/driver/driver.js';
import type { Parameter, Row, Value } from '../../../src/driver/value.js';
import type { Bind } from '../bind-reader.js';
import { encodeValue, WIRE_TYPES, type WireColumn, type WireType, type WireValue } from '../frame-builder.js';

/** Wire types of the port's column types; DuckDB types without an equal travel as the nearest one that holds them. */
const WIRE_NAMES: Readonly<Record<string, WireType>> = {
  Null: 'NULL',
  String: 'VARCHAR',
  Numeric: 'NUMERIC',
  Int: 'INT',
  Short: 'SHORT',
  Float: 'FLOAT',
  Double: 'DOUBLE',
  Date: 'DATE',
  Time: 'TIME',
  DateTime: 'DATETIME',
  DateTimeTZ: 'DATETIMETZ',
  BigInt: 'BIGINT',
  VarBit: 'VARBIT',
  Enum: 'ENUM',
  Json: 'JSON',
  Sequence: 'SEQUENCE',
  // A boolean is an INT in CUBRID.
  BOOLEAN: 'INT',
  TINYINT: 'SHORT',
  UTINYINT: 'SHORT',
  USMALLINT: 'INT',
  UINTEGER: 'BIGINT',
  UBIGINT: 'NUMERIC',
  HUGEINT: 'NUMERIC',
  UHUGEINT: 'NUMERIC',
};

const STRING_LENGTH = 1_073_741_823;
const DIGITS: Readonly<Partial<Record<WireType, number>>> = { VARCHAR: STRING_LENGTH, NUMERIC: 38 };

/** How a column of the engine stands in a PREPARE reply. */
export function toWireColumn({ name, type, elementType, precision, scale }: Column): WireColumn {
  const wireType = WIRE_NAMES[type] ?? 'VARCHAR';
  const digits = precision ?? DIGITS[wireType];
  return {
    name,
    type: wireType,
    ...(wireType === 'SEQUENCE' && { elementType: WIRE_NAMES[elementType ?? ''] ?? 'VARCHAR' }),
    ...(digits !== undefined && { precision: digits }),
    ...(scale !== undefined && { scale }),
  };
}

/** A column whose type the server leaves open, as in `SELECT ?`: each value brings its own (cas-protocol §4.6). */
export function untyped(name: string): WireColumn {
  return { name, type: 'NULL' };
}

export function toWireRow(row: Row, columns: readonly WireColumn[]): readonly WireValue[] {
  return row.map((value, at) => {
    const wire = toWireValue(value);
    return columns[at]?.type === 'NULL' ? prefixed(wire) : wire;
  });
}

function toWireValue(value: Value): WireValue {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  // DATETIME has milliseconds, TIME has none.
  if (typeof value === 'string') return temporal(value) ?? value;
  if (value instanceof Uint8Array) return value;
  if (isCollection(value)) return value.map(toWireValue);
  return value.kind === 'decimal' ? value.text : JSON.stringify(value);
}

function isCollection(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function temporal(text: string): string | undefined {
  const match = /^(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d{3}|(\d\d:\d\d:\d\d)\.\d{6})$/.exec(text);
  return match?.[1] ?? match?.[2];
}

function prefixed(value: WireValue): WireValue {
  if (value === null) return null;
  const type = ownType(value);
  // CHAR with the charset bits of UTF-8, for `SELECT ?` makes CHAR of VARCHAR (cas-protocol §4.4.1).
  const charset = type === 'CHAR' ? 5 : 0;
  return Buffer.concat([
    Buffer.from([0x80 | charset, WIRE_TYPES[type]]),
    encodeValue(type, undefined, value),
  ]);
}

function ownType(value: WireValue): WireType {
  if (typeof value === 'bigint') return 'BIGINT';
  if (typeof value === 'number') return Number.isInteger(value) ? 'INT' : 'DOUBLE';
  return value instanceof Uint8Array ? 'BIT' : 'CHAR';
}

const TEXT: ReadonlySet<number> = new Set([1, 2, 3, 4, 25, 34]);
const NUMBERS: ReadonlyMap<number, string> = new Map([
  [7, 'NUMERIC'],
  [8, 'INTEGER'],
  [9, 'SHORT'],
  [10, 'DOUBLE'],
  [11, 'DOUBLE'],
  [12, 'DOUBLE'],
  [21, 'BIGINT'],
]);
const TEMPORAL: ReadonlyMap<number, string> = new Map([
  [13, 'DATE'],
  [14, 'TIME'],
  [15, 'TIMESTAMP'],
  [22, 'DATETIME'],
]);

/**
 * A bind value for the engine.
 * @returns undefined for a type the CAS refuses with −10008
 */
export function toParameter({ type, bytes, value }: Bind): Parameter | undefined {
  if (bytes.length === 0) return null;
  if (TEXT.has(type)) return String(value);
  const number = NUMBERS.get(type);
  if (number !== undefined) return { type: number, value: String(value) };
  const name = TEMPORAL.get(type);
  if (name !== undefined) return { type: name, value: wallClock(name, bytes) };
  return type === 5 || type === 6 ? { type: 'VARBIT', value: bytes.toString('hex') } : undefined;
}

/** Seven 16-bit numbers: year, month, day, hour, minute, second, millisecond (cas-protocol §4.4.1). */
function wallClock(name: string, bytes: Buffer): string {
  const [year, month, day, hour, minute, second, ms] = Array.from({ length: 7 }, (_, at) =>
    String(bytes.readInt16BE(at * 2)).padStart(at === 0 ? 4 : at === 6 ? 3 : 2, '0'),
  );
  if (name === 'DATE') return `${year}-${month}-${day}`;
  if (name === 'TIME') return `${hour}:${minute}:${second}`;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${ms}`;
}
