import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { expectDone, openReply } from './error-reply.js';

/** CURSOR (cas-protocol §4.7): the row count of the current result. Offset and origin are not used by the server. */
export function encodeCursor(handle: number, offset = 0, origin = 0): Buffer {
  return new WireWriter(24).argI32(handle).argI32(offset).argU8(origin).finish();
}

/** @returns rows of the whole result */
export function decodeCursor(body: Buffer, context: WireContext): number {
  const { reader } = openReply(body, context);
  const rows = reader.i32('row count');
  reader.expectEnd();
  return rows;
}

/** CURSOR_CLOSE: closes the current result, keeps the statement, commits nothing. */
export function encodeCursorClose(handle: number): Buffer {
  return new WireWriter(8).argI32(handle).finish();
}

/** The reply is empty on success. @throws EngineError | BrokerError | WireFormatError */
export function decodeCursorClose(body: Buffer, context: WireContext): void {
  expectDone(body, context);
}
