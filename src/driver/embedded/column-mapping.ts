import {
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBArrayType,
  DuckDBTypeId,
  type DuckDBType,
} from '@duckdb/node-api';
import { COLUMN_TYPE_NAMES } from '../column-type.js';
import type { Column } from '../driver.js';

/** The protocol's type code for each DuckDB type that has an equal in CoraDB (cas-protocol §5). */
const PROTOCOL_CODES: ReadonlyMap<DuckDBTypeId, number> = new Map([
  [DuckDBTypeId.SQLNULL, 0],
  [DuckDBTypeId.VARCHAR, 2],
  [DuckDBTypeId.BIT, 5],
  [DuckDBTypeId.BLOB, 6],
  [DuckDBTypeId.DECIMAL, 7],
  [DuckDBTypeId.INTEGER, 8],
  [DuckDBTypeId.SMALLINT, 9],
  [DuckDBTypeId.FLOAT, 11],
  [DuckDBTypeId.DOUBLE, 12],
  [DuckDBTypeId.DATE, 13],
  [DuckDBTypeId.TIME, 14],
  [DuckDBTypeId.TIMESTAMP_S, 15],
  [DuckDBTypeId.LIST, 18],
  [DuckDBTypeId.ARRAY, 18],
  [DuckDBTypeId.BIGINT, 21],
  [DuckDBTypeId.TIMESTAMP, 22],
  [DuckDBTypeId.TIMESTAMP_MS, 22],
  [DuckDBTypeId.ENUM, 25],
  [DuckDBTypeId.TIMESTAMP_TZ, 31],
]);

/** Digits of the exact integer types, as CoraDB reports them. */
const INTEGER_DIGITS: ReadonlyMap<DuckDBTypeId, number> = new Map([
  [DuckDBTypeId.SMALLINT, 5],
  [DuckDBTypeId.INTEGER, 10],
  [DuckDBTypeId.BIGINT, 19],
]);

const JSON_CODE = 34;

/** A result column in the words of the port; types without an equal keep DuckDB's name (`HUGEINT`, `UUID`, …). */
export function toColumn(name: string, type: DuckDBType): Column {
  const column = { name, type: typeName(type) };
  if (type instanceof DuckDBDecimalType) return { ...column, precision: type.width, scale: type.scale };
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return { ...column, elementType: typeName(type.valueType) };
  }
  const digits = INTEGER_DIGITS.get(type.typeId);
  return digits === undefined ? column : { ...column, precision: digits, scale: 0 };
}

function typeName(type: DuckDBType): string {
  const code = type.alias === 'JSON' ? JSON_CODE : PROTOCOL_CODES.get(type.typeId);
  const name = code === undefined ? undefined : COLUMN_TYPE_NAMES.get(code);
  return name ?? DuckDBTypeId[type.typeId] ?? String(type);
}
