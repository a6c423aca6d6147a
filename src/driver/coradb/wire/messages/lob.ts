import { WireWriter } from '../codec/writer.js';
import type { WireContext } from '../codec/wire-context.js';
import { TypeCode } from '../codec/column-type.js';
import { WireFormatError } from '../wire-format-error.js';
import { openReply } from './error-reply.js';

/** LOB_NEW, LOB_WRITE and LOB_READ (cas-protocol §4.14). Handles are the packed bytes of §4.14. */
export function encodeLobNew(type: 'BLOB' | 'CLOB'): Buffer {
  return new WireWriter(8).argI32(TypeCode[type]).finish();
}

/** @returns the packed handle, as a view */
export function decodeLobNew(body: Buffer, context: WireContext): Buffer {
  const { reader, result } = openReply(body, context);
  const handle = reader.bytes(result, 'LOB handle');
  reader.expectEnd();
  return handle;
}

/** @param offset bytes from the start */
export function encodeLobWrite(handle: Uint8Array, offset: bigint, data: Uint8Array): Buffer {
  return new WireWriter(handle.length + data.length + 24)
    .argBytes(handle)
    .argI64(offset)
    .argBytes(data)
    .finish();
}

/** @returns bytes written */
export function decodeLobWrite(body: Buffer, context: WireContext): number {
  const { reader, result } = openReply(body, context);
  reader.expectEnd();
  return result;
}

/**
 * @param length bytes to read; the server gives fewer when its buffer is smaller, so loop
 * @throws RangeError for a negative length: it would break the CAS's link to its server
 */
export function encodeLobRead(handle: Uint8Array, offset: bigint, length: number): Buffer {
  if (length < 0 || offset < 0n) throw new RangeError('LOB_READ takes no negative offset or length');
  return new WireWriter(handle.length + 32).argBytes(handle).argI64(offset).argI32(length).finish();
}

/** @returns the bytes, as a view; empty at the end */
export function decodeLobRead(body: Buffer, context: WireContext): Buffer {
  const { reader, result } = openReply(body, context);
  const data = reader.bytes(result, 'LOB data');
  if (reader.remaining > 0) throw new WireFormatError('the end of the LOB data', reader.offset);
  return data;
}
