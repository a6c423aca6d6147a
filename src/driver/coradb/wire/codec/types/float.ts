import { UnfitValueError } from '../charset.js';
import { TypeCode } from '../column-type.js';
import { expectSize, type WireType } from '../wire-type.js';
import { toFloating } from './floating-input.js';

export const floatType: WireType = {
  code: TypeCode.FLOAT,
  names: ['FLOAT', 'REAL'],
  decoder: () => decodeFloat,
  encode(value) {
    const number = toFloating(value);
    if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) {
      throw new UnfitValueError('a number within the range of a float');
    }
    const payload = Buffer.allocUnsafe(4);
    payload.writeFloatBE(number);
    return payload;
  },
};

function decodeFloat(buffer: Buffer, start: number, size: number): number {
  expectSize(size, 4, 'FLOAT', start);
  return shortestForFloat(buffer.readFloatBE(start));
}

/** Below it a float has fewer than its usual 6 digits. */
const SMALLEST_NORMAL = 2 ** -126;

/**
 * The number with the fewest digits that is still this float (`Math.fround` gives it back): 0.1 rather than
 * 0.10000000149011612, as csql and JDBC show it. 9 digits always suffice for a float.
 */
function shortestForFloat(float: number): number {
  const size = Math.abs(float);
  if (Number.isInteger(float) && size < 2 ** 24) return float;
  if (size < 100) {
    // At most 6 digits; no two numbers of 6 digits are the same float, so this one is the shortest.
    const rounded = Math.round(float * 1e4) / 1e4;
    if (Math.fround(rounded) === float) return rounded;
  }
  for (let digits = size < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return Number.isFinite(float) ? Number(float.toPrecision(9)) : float;
}
