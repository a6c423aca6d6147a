import { expect } from 'vitest';
import type { ColumnRecord } from '../../src/driver/coradb/wire/messages/column-record.js';
import type { LobValue, Row, Value } from '../../src/driver/value.js';
import type { ExpectedColumn, ExpectedRow } from './captures.js';

/** JDBC's names of the type codes (README of the captures, "JDBC type names differ from the sheet's"). */
const JDBC_TYPES: Readonly<Record<string, number>> = {
  '': 0,
  CHAR: 1,
  VARCHAR: 2,
  NCHAR: 3,
  'NCHAR VARYING': 4,
  BIT: 5,
  'BIT VARYING': 6,
  NUMERIC: 7,
  INTEGER: 8,
  SMALLINT: 9,
  MONETARY: 10,
  FLOAT: 11,
  DOUBLE: 12,
  DATE: 13,
  TIME: 14,
  TIMESTAMP: 15,
  SET: 16,
  MULTISET: 17,
  SEQUENCE: 18,
  CLASS: 19,
  BIGINT: 21,
  DATETIME: 22,
  BLOB: 23,
  CLOB: 24,
  ENUM: 25,
  TIMESTAMPTZ: 29,
  TIMESTAMPLTZ: 30,
  DATETIMETZ: 31,
  DATETIMELTZ: 32,
  JSON: 34,
};

/** How the driver hands out values of a type, whatever their text is. */
const JAVASCRIPT_TYPES: Readonly<Record<number, string>> = {
  1: 'string',
  2: 'string',
  3: 'string',
  4: 'string',
  5: 'bytes',
  6: 'bytes',
  7: 'decimal',
  8: 'number',
  9: 'number',
  10: 'number',
  11: 'number',
  12: 'number',
  16: 'array',
  17: 'array',
  18: 'array',
  19: 'string',
  21: 'bigint',
  23: 'lob',
  24: 'lob',
};

/** Compares metadata; returns how many facts were compared. */
export function expectColumns(records: readonly ColumnRecord[], expected: readonly ExpectedColumn[]): number {
  expect(
    records.map((record) => ({
      name: record.name,
      type: record.type.code,
      elementType: record.type.elementCode,
      precision: record.precision,
      scale: record.scale,
      nullable: record.nullable,
      table: record.tableName,
    })),
  ).toEqual(
    expected.map((column) => ({
      name: column.name,
      type: JDBC_TYPES[column.type],
      elementType: column.elementType === undefined ? undefined : JDBC_TYPES[column.elementType],
      precision: column.precision,
      scale: column.scale,
      nullable: column.nullable,
      table: column.table,
    })),
  );
  return expected.length * 7;
}

/** Compares rows value by value; returns how many values were compared. */
export function expectRows(
  rows: readonly Row[],
  expected: readonly ExpectedRow[],
  records: readonly Pick<ColumnRecord, 'type'>[],
): number {
  expect(rows.length).toBe(expected.length);
  rows.forEach((row, index) => {
    const types = row.map((_, column) => records[column]?.type.code ?? 0);
    row.forEach((value, column) => expectKind(value, types[column] ?? 0));
    const expectedRow = expected[index] ?? [];
    expect(row.map((value, column) => readable(value, expectedRow[column], types[column] ?? 0))).toEqual(
      expectedRow.map((value, column) => normalized(value, row[column] ?? null, types[column] ?? 0)),
    );
  });
  return rows.reduce((sum, row) => sum + row.length, 0);
}

function expectKind(value: Value, type: number): void {
  if (value === null || type === 0) return;
  expect(kindOf(value)).toBe(JAVASCRIPT_TYPES[type] ?? 'string');
}

function kindOf(value: Value): string {
  if (Array.isArray(value)) return 'array';
  if (value instanceof Uint8Array) return 'bytes';
  if (typeof value === 'object' && value !== null && 'kind' in value) return value.kind;
  return typeof value;
}

/** A decoded value in the form of the README; numbers stay numbers. */
function readable(value: Value, expected: unknown, type: number): unknown {
  if (Array.isArray(value)) {
    return value.map((element: Value, index) => readable(element, (expected as unknown[])[index], 0));
  }
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'number') return numberText(type === 11 ? Math.fround(value) : value);
  if (typeof value === 'object' && value !== null && 'kind' in value) {
    return value.kind === 'decimal' ? value.text : value;
  }
  return value;
}

/** The expectation in the same form: floats are compared as floats, a LOB by its length. */
function normalized(expected: unknown, value: Value, type: number): unknown {
  if (Array.isArray(expected)) {
    return expected.map((element, index) => normalized(element, (value as Value[])[index] ?? null, 0));
  }
  if (typeof value === 'number') {
    const number = Number(expected);
    return numberText(type === 11 ? Math.fround(number) : number);
  }
  if (isRepetition(expected)) return expected.repeat.repeat(expected.times);
  if (isLobContents(expected)) return expectedLob(expected);
  return expected;
}

interface Repetition {
  readonly repeat: string;
  readonly times: number;
}

function isRepetition(expected: unknown): expected is Repetition {
  return typeof expected === 'object' && expected !== null && 'repeat' in expected;
}

type LobContents = { readonly size: number; readonly hex: string } | { readonly text: string };

function isLobContents(expected: unknown): expected is LobContents {
  return typeof expected === 'object' && expected !== null;
}

function expectedLob(contents: LobContents): LobValue {
  return 'text' in contents
    ? { kind: 'lob', type: 'CLOB', length: BigInt(Buffer.byteLength(contents.text)) }
    : { kind: 'lob', type: 'BLOB', length: BigInt(contents.size) };
}

/** Tells -0 from 0, which `String` does not. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
