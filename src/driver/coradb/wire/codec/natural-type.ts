import type { BindValue } from './bind-value.js';
import { type Charset, UnfitValueError } from './charset.js';
import { bigintType } from './types/bigint.js';
import { doubleType } from './types/double.js';
import { intType } from './types/int.js';
import { varcharType } from './types/varchar.js';
import type { ScalarInput, WireType } from './wire-type.js';

/** The type a plain JSON value is bound as; CUBRID has no boolean, so true and false are INT 1 and 0. */
export function naturalType(value: ScalarInput): WireType {
  if (typeof value === 'string') return varcharType;
  if (typeof value === 'boolean') return intType;
  if (!Number.isInteger(value) || Object.is(value, -0)) return doubleType;
  if (!Number.isSafeInteger(value)) {
    throw new UnfitValueError(
      'a number that JSON can carry exactly; write a longer one as text with its type',
    );
  }
  return value === (value | 0) ? intType : bigintType;
}

export function bindNaturally(value: ScalarInput, charset: Charset): BindValue {
  const type = naturalType(value);
  return { typeCode: type.code, payload: encodeWith(type, value, charset) };
}

/** @throws UnfitValueError */
export function encodeWith(type: WireType, value: ScalarInput, charset: Charset): Buffer {
  if (type.encode === undefined) throw new UnfitValueError('a type that can be bound');
  return type.encode(value, charset);
}
