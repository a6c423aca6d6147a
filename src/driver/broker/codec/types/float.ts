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
  if (Number.isInteger(float) && Math.abs(float) < 2 ** 24) return float;
  for (let digits = Math.abs(float) < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return Number.isFinite(float) ? Number(float.toPrecision(9)) : float;
}
