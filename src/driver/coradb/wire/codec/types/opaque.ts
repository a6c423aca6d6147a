import type { ValueDecoder } from '../wire-type.js';

/** A type this client does not decode: its code and bytes, for the caller to show as hex. */
export function opaqueDecoder(typeCode: number): ValueDecoder {
  return (buffer, start, size) => ({ kind: 'opaque', typeCode, bytes: buffer.subarray(start, start + size) });
}
