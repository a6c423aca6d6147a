import type { Row, Value } from '../../../value.js';
import { readPrefixedValue, readRows } from '../codec/row-decoder.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { readShortColumnRecords, type ShortColumnRecord } from './column-record.js';
import { openReply } from './error-reply.js';

/** GET_GENERATED_KEYS (cas-protocol §4.10): all keys of the last INSERT, when it ran with autoCommit false. */
export interface GeneratedKeysReply {
  readonly columns: readonly ShortColumnRecord[];
  readonly rows: readonly Row[];
}

export function encodeGeneratedKeys(handle: number): Buffer {
  return new WireWriter(8).argI32(handle).finish();
}

/** @throws EngineError code 0 when the result is gone, or the statement makes no keys */
export function decodeGeneratedKeys(body: Buffer, context: WireContext): GeneratedKeysReply {
  const { reader } = openReply(body, context);
  reader.u8('statement type');
  reader.i32('row count');
  reader.u8('updatable flag');
  const columns = readShortColumnRecords(reader, context);
  const types = columns.map((column) => column.type);
  const { rows } = readRows(reader, { types, charset: context.charset, prefixed: false });
  reader.expectEnd();
  return { columns, rows };
}

/** GET_LAST_INSERT_ID has no arguments. @returns NUMERIC, or null before the first insert */
export function decodeLastInsertId(body: Buffer, context: WireContext): Value {
  const { reader } = openReply(body, context);
  const value = readPrefixedValue(reader, context.charset);
  reader.expectEnd();
  return value;
}

/** GET_ROW_COUNT has no arguments. @returns ROW_COUNT(), −1 at the start */
export function decodeRowCount(body: Buffer, context: WireContext): number {
  const { reader } = openReply(body, context);
  const count = reader.i32('row count');
  reader.expectEnd();
  return count;
}
