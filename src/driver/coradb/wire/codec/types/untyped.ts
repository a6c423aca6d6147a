import { type ColumnTypeField, readColumnType } from '../column-type.js';
import { WireReader } from '../reader.js';
import type { ValueDecoder } from '../wire-type.js';

/**
 * A value in a column whose type the server left open starts with a two-byte type (cas-protocol §4.6), except JSON,
 * which comes without (a server bug): JSON text never starts with a byte of 0x80 or more, a type always does.
 * @param rawText decoder for JSON
 * The second byte of a collection's type is an internal number and is not used.
 */
export function untypedDecoder(
  decoderFor: (type: ColumnTypeField) => ValueDecoder,
  rawText: ValueDecoder,
): ValueDecoder {
  return (buffer, start, size) => {
    const reader = new WireReader(buffer, start, start + size);
    if (size > 0 && ((buffer[start] ?? 0) & 0x80) === 0) return rawText(buffer, start, size);
    const type = readColumnType(reader);
    return decoderFor(type)(buffer, reader.offset, reader.remaining);
  };
}
