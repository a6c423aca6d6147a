import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

/**
 * CLOSE_REQ_HANDLE (cas-protocol §4.7): frees a statement and its results.
 * @param autoCommit true commits an open transaction, whoever opened it; inside a transaction send false
 */
export function encodeCloseStatement(handle: number, autoCommit: boolean): Buffer {
  return new WireWriter(16).argI32(handle).argFlag(autoCommit).finish();
}

/** Succeeds for an unknown handle too. @throws EngineError | BrokerError | WireFormatError */
export function decodeCloseStatement(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}
