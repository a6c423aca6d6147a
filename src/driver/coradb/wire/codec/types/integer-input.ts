import { UnfitValueError } from '../charset.js';
import type { ScalarInput } from '../wire-type.js';

/**
 * An integer from a number, its decimal text, or a boolean (1 or 0).
 * @param bits width of the signed type
 * @throws UnfitValueError
 */
export function toInteger(value: ScalarInput, bits: 16 | 32 | 64): bigint {
  const integer = parse(value);
  if (integer === undefined || BigInt.asIntN(bits, integer) !== integer) {
    const limit = 1n << BigInt(bits - 1);
    throw new UnfitValueError(`an integer from ${-limit} to ${limit - 1n}`);
  }
  return integer;
}

function parse(value: ScalarInput): bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string')
    return /^[+-]?\d{1,20}$/.test(value) ? BigInt(value.replace('+', '')) : undefined;
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
