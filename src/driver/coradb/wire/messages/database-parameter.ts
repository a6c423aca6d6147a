import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

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
