import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

/** END_TRAN (cas-protocol §4.2). */
export type TransactionEnd = 'commit' | 'rollback';

export function encodeEndTran(end: TransactionEnd): Buffer {
  return new WireWriter(8).argU8(end === 'commit' ? 1 : 2).finish();
}

/** @throws EngineError | BrokerError | WireFormatError */
export function decodeEndTran(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}
