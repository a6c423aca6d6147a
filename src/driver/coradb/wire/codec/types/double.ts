import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { toFloating } from './floating-input.js';

export const doubleType: WireType = {
  code: TypeCode.DOUBLE,
  names: ['DOUBLE', 'DOUBLE PRECISION'],
  decoder: () => decodeDouble,
  encode(value) {
    const payload = Buffer.allocUnsafe(8);
    payload.writeDoubleBE(toFloating(value));
    return payload;
  },
};

export function decodeDouble(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 8, 'DOUBLE', start);
  return buffer.readDoubleBE(start);
}
