import { UnfitValueError } from '../charset.js';
import type { ScalarInput } from '../wire-type.js';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** The server stores them bit for bit (cas-protocol §4.4.1). */
const SPECIAL = new Set(['NaN', 'Infinity', '-Infinity']);

/** A number from a number, its text, or a boolean. @throws UnfitValueError */
export function toFloating(value: ScalarInput): number {
  if (typeof value === 'string' && !DECIMAL.test(value) && !SPECIAL.has(value)) {
    throw new UnfitValueError('a number');
  }
  const number = Number(value);
  if (typeof value === 'string' && !Number.isFinite(number) && !SPECIAL.has(value)) {
    throw new UnfitValueError('a number within the range of a double');
  }
  return number;
}
