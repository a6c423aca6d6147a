import { encodeSqlText } from '../codec/sql-text.js';
import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { readShortColumnRecords, type ShortColumnRecord } from './column-record.js';
import { openReply } from './error-reply.js';

/** Kinds of schema information (cas-protocol §4.11). */
export const SchemaInfoType = {
  CLASS: 1,
  VIEW: 2,
  QUERY_SPEC: 3,
  ATTRIBUTE: 4,
  CLASS_ATTRIBUTE: 5,
  METHOD: 6,
  CLASS_METHOD: 7,
  METHOD_FILE: 8,
  SUPERCLASS: 9,
  SUBCLASS: 10,
  CONSTRAINT: 11,
  TRIGGER: 12,
  CLASS_PRIVILEGE: 13,
  ATTRIBUTE_PRIVILEGE: 14,
  DIRECT_SUPER_CLASS: 15,
  PRIMARY_KEY: 16,
  IMPORTED_KEYS: 17,
  EXPORTED_KEYS: 18,
  CROSS_REFERENCE: 19,
  ATTRIBUTE_WITH_SYNONYM: 20,
} as const;

export interface SchemaInfoRequest {
  readonly type: number;
  /** Table; null for none. */
  readonly first: string | null;
  /** Column, or the second table; null for none (which yields no rows for attributes). */
  readonly second: string | null;
  /** Treat the names as LIKE patterns, with `\` as escape. */
  readonly firstIsPattern?: boolean;
  readonly secondIsPattern?: boolean;
}

/** Read the rows with FETCH and the handle, then close it. No end flag can be trusted here: stop by the count. */
export interface SchemaInfoReply {
  readonly handle: number;
  readonly count: number;
  readonly columns: readonly ShortColumnRecord[];
}

export function encodeSchemaInfo(request: SchemaInfoRequest, context: WireContext): Buffer {
  const writer = new WireWriter().argI32(request.type);
  for (const name of [request.first, request.second]) {
    if (name === null) writer.argNull();
    else writer.argText(encodeSqlText(name, context.charset));
  }
  const patterns = (request.firstIsPattern ? 1 : 0) | (request.secondIsPattern ? 2 : 0);
  return writer.argU8(patterns).argI32(0).finish();
}

/** @throws BrokerError −10015 for an unknown type */
export function decodeSchemaInfo(body: Buffer, context: WireContext): SchemaInfoReply {
  const { reader, result } = openReply(body, context);
  const count = reader.count('row count', 0);
  const columns = readShortColumnRecords(reader, context);
  reader.expectEnd();
  return { handle: result, count, columns };
}
