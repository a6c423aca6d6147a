import type { WireContext } from '../codec/column-type.js';
import { WireWriter } from '../codec/writer.js';
import { openReply } from './error-reply.js';

/** CON_CLOSE (cas-protocol §4.1) has no arguments: the CAS rolls back, ends the session and closes. */
export const NO_ARGUMENTS = Buffer.alloc(0);

/** END_TRAN (cas-protocol §4.2). */
export type TransactionEnd = 'commit' | 'rollback';

export function encodeEndTran(end: TransactionEnd): Buffer {
  return new WireWriter(8).argU8(end === 'commit' ? 1 : 2).finish();
}

/** @throws EngineError | BrokerError | WireFormatError */
export function decodeEndTran(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}

/**
 * GET_DB_VERSION (cas-protocol §4.10).
 * @param autoCommit true commits an open transaction; send false
 */
export function encodeDatabaseVersion(autoCommit = false): Buffer {
  return new WireWriter(8).argFlag(autoCommit).finish();
}

/** @returns the build, such as `11.4.0.1460` */
export function decodeDatabaseVersion(body: Buffer, context: WireContext): string {
  return openReply(body, context).reader.restCstr(context.charset, 'version');
}

/** What SET_DB_PARAMETER can set (cas-protocol §4.9) and this client sets. */
export const DatabaseParameter = {
  /** In ms: −1 waits for ever, 0 does not wait, −2 is the broker's default. */
  LOCK_TIMEOUT: 2,
} as const;

export function encodeSetDatabaseParameter(id: number, value: number): Buffer {
  return new WireWriter(16).argI32(id).argI32(value).finish();
}

/** @throws EngineError −1157 for an isolation level that is not supported */
export function decodeSetDatabaseParameter(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}
