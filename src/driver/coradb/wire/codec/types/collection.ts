import type { Value } from '../../../../value.js';
import { WireFormatError, WireReader } from '../reader.js';
import { TypeCode, type ValueDecoder } from '../column-type.js';

/** Deeper nesting than any schema has; a bound for bytes that only pretend to be a collection. */
const MAX_DEPTH = 32;

/**
 * SET, MULTISET and SEQUENCE (cas-protocol §5.3): element type, count, elements with their sizes. Elements may be
 * collections again. Order is the server's.
 * @param scalarDecoder decoder for an element type
 */
export function collectionDecoder(scalarDecoder: (typeCode: number) => ValueDecoder): ValueDecoder {
  const decode = (buffer: Buffer, start: number, size: number, depth: number): Value[] => {
    const reader = new WireReader(buffer, start, start + size);
    if (depth > MAX_DEPTH) throw new WireFormatError(`at most ${MAX_DEPTH} nested collections`, start);
    const elementCode = reader.u8('element type');
    const count = reader.count('number of elements', 4);
    const element: ValueDecoder = isCollection(elementCode)
      ? (bytes, from, length) => decode(bytes, from, length, depth + 1)
      : scalarDecoder(elementCode);
    const values: Value[] = [];
    for (let index = 0; index < count; index++) values.push(readElement(reader, element));
    reader.expectEnd();
    return values;
  };
  return (buffer, start, size) => decode(buffer, start, size, 1);
}

export function isCollection(typeCode: number): boolean {
  return typeCode === TypeCode.SET || typeCode === TypeCode.MULTISET || typeCode === TypeCode.SEQUENCE;
}

function readElement(reader: WireReader, decoder: ValueDecoder): Value {
  const size = reader.i32('element size');
  if (size === -1) return null;
  const start = reader.offset;
  reader.bytes(size, 'element');
  return decoder(reader.buffer, start, size);
}
