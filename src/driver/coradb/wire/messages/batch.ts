import type { BindValue } from '../codec/bind-value.js';
import type { WireReader } from '../codec/reader.js';
import { encodeSqlText } from '../codec/sql-text.js';
import { readOid } from '../codec/types/object.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import type { EngineError, BrokerError } from '../../../driver-errors.js';
import { decodeErrorItem, openReply } from './error-reply.js';

/** What one statement of a batch, or one row of an array, did. */
export type BatchItem =
  | { readonly count: number; readonly oid: string | null; readonly statementType?: number }
  | { readonly error: EngineError | BrokerError };

/** EXECUTE_BATCH (cas-protocol §4.13): each text is compiled and run on its own. */
export function encodeExecuteBatch(
  {
    statements,
    autoCommit,
    timeoutMs = 0,
  }: { statements: readonly string[]; autoCommit: boolean; timeoutMs?: number },
  context: WireContext,
): Buffer {
  const writer = new WireWriter().argFlag(autoCommit).argI32(timeoutMs);
  for (const sql of statements) writer.argText(encodeSqlText(sql, context.charset));
  return writer.finish();
}

/** EXECUTE_ARRAY: one prepared statement, many rows of bind values. */
export function encodeExecuteArray({
  handle,
  rows,
  autoCommit,
  timeoutMs = 0,
}: {
  handle: number;
  rows: readonly (readonly BindValue[])[];
  autoCommit: boolean;
  timeoutMs?: number;
}): Buffer {
  const writer = new WireWriter().argI32(handle).argI32(timeoutMs).argFlag(autoCommit);
  for (const { typeCode, payload } of rows.flat()) writer.argU8(typeCode).argBytes(payload);
  return writer.finish();
}

/** An item that failed is no failure of the request. @throws EngineError | BrokerError | WireFormatError */
export function decodeExecuteBatch(body: Buffer, context: WireContext): BatchItem[] {
  return decodeItems(body, context, true);
}

/** Like `decodeExecuteBatch`; the items have no statement type. */
export function decodeExecuteArray(body: Buffer, context: WireContext): BatchItem[] {
  return decodeItems(body, context, false);
}

function decodeItems(body: Buffer, context: WireContext, typed: boolean): BatchItem[] {
  const { reader } = openReply(body, context);
  const count = reader.count('number of items', 12);
  const items = Array.from({ length: count }, () => readItem(reader, context, typed));
  reader.i32('shard id');
  reader.expectEnd();
  return items;
}

function readItem(reader: WireReader, context: WireContext, typed: boolean): BatchItem {
  const statementType = typed ? reader.u8('statement type') : undefined;
  const count = reader.i32('count or error indicator');
  if (count < 0) {
    const code = reader.i32('error code');
    return { error: decodeErrorItem(count, code, reader.lstr(context.charset, 'error message')) };
  }
  const at = reader.offset;
  reader.bytes(8, 'OID');
  return { count, oid: readOid(reader.buffer, at), ...(statementType !== undefined && { statementType }) };
}
