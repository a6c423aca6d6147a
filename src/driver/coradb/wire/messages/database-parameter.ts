import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { openReply } from './error-reply.js';

/** GET_DB_PARAMETER and SET_DB_PARAMETER (cas-protocol §4.9). */
export const DatabaseParameter = {
  /** 4 READ COMMITTED, 5 REPEATABLE READ, 6 SERIALIZABLE. */
  ISOLATION_LEVEL: 1,
  /** In ms: −1 waits for ever, 0 does not wait, −2 is the broker's default. */
  LOCK_TIMEOUT: 2,
  MAX_STRING_LENGTH: 3,
  /** Can be set, not read, and changes nothing: auto-commit is an argument of each request. */
  AUTO_COMMIT: 4,
  /** −1: a backslash escapes; −2: it does not. */
  NO_BACKSLASH_ESCAPES: 5,
} as const;

export function encodeGetDatabaseParameter(id: number): Buffer {
  return new WireWriter(8).argI32(id).finish();
}

/** @returns the value, which may be negative */
export function decodeGetDatabaseParameter(body: Buffer, context: WireContext): number {
  const { reader } = openReply(body, context);
  const value = reader.i32('parameter value');
  reader.expectEnd();
  return value;
}

export function encodeSetDatabaseParameter(id: number, value: number): Buffer {
  return new WireWriter(16).argI32(id).argI32(value).finish();
}

/** @throws EngineError −1157 for an isolation level that is not supported */
export function decodeSetDatabaseParameter(body: Buffer, context: WireContext): void {
  openReply(body, context).reader.expectEnd();
}
