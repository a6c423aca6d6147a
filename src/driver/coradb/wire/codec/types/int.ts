import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { toInteger } from './integer-input.js';

export const intType: WireType = {
  code: TypeCode.INT,
  names: ['INT', 'INTEGER'],
  decoder: () => decodeInt,
  encode(value) {
    const payload = Buffer.allocUnsafe(4);
    payload.writeInt32BE(Number(toInteger(value, 32)));
    return payload;
  },
};

/** Faster than `readInt32BE`, as the size was checked before; it runs for every value. */
export function readInt32(buffer: Buffer, start: number): number {
  return (
    ((buffer[start] as number) << 24) |
    ((buffer[start + 1] as number) << 16) |
    ((buffer[start + 2] as number) << 8) |
    (buffer[start + 3] as number)
  );
}

function decodeInt(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 4, 'INT', start);
  return readInt32(buffer, start);
}
