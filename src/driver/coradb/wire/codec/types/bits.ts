import { UnfitValueError } from '../charset.js';
import { type ScalarInput, TypeCode, type WireType } from '../column-type.js';

/** Raw bytes; unused low bits of the last byte are 0, the number of bits is the column's precision. */
export const bitType: WireType = {
  code: TypeCode.BIT,
  names: ['BIT'],
  decoder: () => decodeBits,
  encode: encodeBits,
};

function decodeBits(buffer: Buffer, start: number, size: number): Uint8Array {
  return buffer.subarray(start, start + size);
}

/** Hex digits, optionally as `0x…` or `X'…'`. No byte at all would be bound as NULL, so it is refused. */
function encodeBits(value: ScalarInput): Buffer {
  const match = /^(?:0x|(x'))?((?:[0-9a-f]{2})+)('?)$/i.exec(String(value));
  if (match === null || (match[1] === undefined) !== (match[3] === '')) {
    throw new UnfitValueError('at least one byte as hex digits, two for each byte');
  }
  return Buffer.from(match[2] ?? '', 'hex');
}

export const varbitType: WireType = {
  code: TypeCode.VARBIT,
  names: ['VARBIT', 'BIT VARYING'],
  decoder: () => decodeBits,
  encode: encodeBits,
};
