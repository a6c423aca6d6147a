import { COLUMN_TYPE_NAMES } from '../../../column-type.js';
import type { Column } from '../../../driver.js';
import { type ColumnTypeField, readColumnType, type WireContext } from '../codec/column-type.js';
import type { WireReader } from '../codec/reader.js';

/** A column as PREPARE and EXECUTE describe it (cas-protocol §4.3). */
export interface ColumnRecord {
  readonly type: ColumnTypeField;
  /** Digits after the point for NUMERIC, 3 for DATETIME, else 0. */
  readonly scale: number;
  /** Characters, bits or digits; −1 for an unknown length. */
  readonly precision: number;
  readonly name: string;
  /** Empty unless the result is updatable. */
  readonly attributeName: string;
  /** With the owner's name in front (`public.athlete`); empty for expressions. */
  readonly tableName: string;
  readonly nullable: boolean;
  /** As SQL text, `NULL` for none. It and the flags are empty for aliased columns. */
  readonly defaultValue: string;
  readonly autoIncrement: boolean;
  readonly uniqueKey: boolean;
  readonly primaryKey: boolean;
  readonly reverseIndex: boolean;
  readonly reverseUnique: boolean;
  readonly foreignKey: boolean;
  readonly shared: boolean;
}

/** Of the smallest record there can be: it bounds the column count before anything is read. */
const MIN_RECORD_BYTES = 35;

export function readColumnRecords(reader: WireReader, context: WireContext): ColumnRecord[] {
  const count = reader.count('number of columns', MIN_RECORD_BYTES);
  return Array.from({ length: count }, () => readColumnRecord(reader, context));
}

/** The column as the driver port describes it: driver-style type names, no table for expressions. */
export function toColumn(record: ColumnRecord): Column {
  const { code, elementCode } = record.type;
  return {
    name: record.name,
    type: typeName(code),
    ...(elementCode === undefined ? {} : { elementType: typeName(elementCode) }),
    precision: record.precision,
    scale: record.scale,
    nullable: record.nullable,
    ...(record.tableName === '' ? {} : { table: record.tableName }),
  };
}

function typeName(code: number): string {
  return COLUMN_TYPE_NAMES.get(code) ?? `Unknown(${code})`;
}

function readColumnRecord(reader: WireReader, context: WireContext): ColumnRecord {
  return {
    type: readColumnType(reader),
    scale: reader.i16('column scale'),
    precision: reader.i32('column precision'),
    name: reader.lstr(context.charset, 'column title'),
    attributeName: reader.lstr(context.charset, 'attribute name'),
    tableName: reader.lstr(context.charset, 'table name'),
    nullable: !reader.bool('NOT NULL flag'),
    defaultValue: reader.lstr(context.charset, 'default value'),
    autoIncrement: reader.bool('auto-increment flag'),
    uniqueKey: reader.bool('unique key flag'),
    primaryKey: reader.bool('primary key flag'),
    reverseIndex: reader.bool('reverse index flag'),
    reverseUnique: reader.bool('reverse unique flag'),
    foreignKey: reader.bool('foreign key flag'),
    shared: reader.bool('shared flag'),
  };
}
