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

function decodeInt(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 4, 'INT', start);
  return buffer.readInt32BE(start);
}
