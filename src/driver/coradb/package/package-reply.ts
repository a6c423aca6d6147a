import { settingName } from '../../../errors/edge-names.js';
import { DriverError } from '../../driver-errors.js';
import { isObject, objectProperty } from './package-api.js';

/** The rows of one reply of a package. */
export interface PackageRows {
  readonly names: readonly string[];
  /** Type names as the package writes them. */
  readonly types: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** Rows of the whole result. */
  readonly count: number;
}

export interface PackageReply {
  readonly queryHandle: unknown;
  /** Absent for a statement without rows. */
  readonly result?: PackageRows;
}

/** Reads what `query()` gave. @throws DriverError when it is of another form */
export function readReply(reply: unknown, packageName: string): PackageReply {
  if (!isObject(reply)) throw unfit(packageName, 'query() gives no object');
  const queryHandle: unknown = Reflect.get(reply, 'queryHandle');
  const result = objectProperty(reply, 'result');
  if (result === undefined) return { queryHandle };
  const names: unknown = Reflect.get(result, 'ColumnNames');
  const types: unknown = Reflect.get(result, 'ColumnDataTypes');
  const count: unknown = Reflect.get(result, 'RowsCount');
  if (!isTexts(names) || !isTexts(types) || types.length !== names.length) {
    throw unfit(packageName, 'its results lack ColumnNames or ColumnDataTypes');
  }
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
    throw unfit(packageName, 'its results lack RowsCount');
  }
  return {
    queryHandle,
    result: { names, types, count, rows: readRows(result, names.length, packageName) },
  };
}

/** Reads what `fetch()` gave: no rows at the end. @throws DriverError when it is of another form */
export function readFetched(reply: unknown, columns: number, packageName: string): readonly unknown[][] {
  if (!isObject(reply)) throw unfit(packageName, 'fetch() gives no object');
  const result = objectProperty(reply, 'result');
  return result === undefined ? [] : readRows(result, columns, packageName);
}

/**
 * What node-cubrid 11 keeps of a statement beside its public result: columns in full and the count. Undefined for a
 * package that keeps no such thing.
 */
export interface StatementDetails {
  readonly columns: readonly ColumnDetails[];
  /** Rows of the result, or rows that were changed. */
  readonly count?: number;
}

export interface ColumnDetails {
  readonly precision?: number;
  readonly scale?: number;
  readonly table?: string;
  /** As the package says it; see `ConnectionTraits.nullableInverted`. */
  readonly nullable?: boolean;
}

/** @param packet what the package keeps under the statement's handle */
export function readDetails(packet: object | undefined): StatementDetails | undefined {
  if (packet === undefined) return undefined;
  const infos: unknown = Reflect.get(packet, 'infoArray');
  const count: unknown = Reflect.get(packet, 'totalTupleCount');
  if (!Array.isArray(infos) || !infos.every(isObject)) return undefined;
  return {
    columns: infos.map(readColumnDetails),
    ...(typeof count === 'number' && { count }),
  };
}

function readColumnDetails(info: object): ColumnDetails {
  const { precision, scale, TableName, IsNullable } = info as Record<string, unknown>;
  return {
    ...(typeof precision === 'number' && { precision }),
    ...(typeof scale === 'number' && { scale }),
    ...(typeof TableName === 'string' && TableName !== '' && { table: TableName }),
    ...(typeof IsNullable === 'boolean' && { nullable: IsNullable }),
  };
}

function readRows(result: object, columns: number, packageName: string): unknown[][] {
  const rows: unknown = Reflect.get(result, 'ColumnValues');
  const fits = Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length === columns);
  if (!fits) throw unfit(packageName, 'its results lack ColumnValues, one array a row');
  return rows as unknown[][];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function unfit(packageName: string, why: string): DriverError {
  return new DriverError(`The driver package ${packageName} does not fit: ${why}`, {
    hint: `Set ${settingName('driver')}=broker to use the built-in client.`,
  });
}
