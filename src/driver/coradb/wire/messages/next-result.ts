import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { type ColumnRecord, readColumnRecords } from './column-record.js';
import { openReply } from './error-reply.js';

export interface NextResultReply {
  readonly count: number;
  readonly statementType: number;
  readonly updatable: boolean;
  readonly columns: readonly ColumnRecord[];
}

/** NEXT_RESULT (cas-protocol §4.8). @param keepCurrent leave the current result open */
export function encodeNextResult(handle: number, keepCurrent = false): Buffer {
  return new WireWriter(16).argI32(handle).argFlag(keepCurrent).finish();
}

/** @throws BrokerError −10022 when there is no further result */
export function decodeNextResult(body: Buffer, context: WireContext): NextResultReply {
  const { reader } = openReply(body, context);
  const reply = {
    count: reader.i32('row count'),
    statementType: reader.u8('statement type'),
    updatable: reader.bool('updatable flag'),
    columns: readColumnRecords(reader, context),
  };
  reader.expectEnd();
  return reply;
}
