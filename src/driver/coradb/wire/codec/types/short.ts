import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { toInteger } from './integer-input.js';

export const shortType: WireType = {
  code: TypeCode.SHORT,
  names: ['SHORT', 'SMALLINT'],
  decoder: () => decodeShort,
  encode(value) {
    const payload = Buffer.allocUnsafe(2);
    payload.writeInt16BE(Number(toInteger(value, 16)));
    return payload;
  },
};

function decodeShort(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 2, 'SHORT', start);
  return buffer.readInt16BE(start);
}
