import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { decodeBits, encodeBits } from './bit.js';

export const varbitType: WireType = {
  code: TypeCode.VARBIT,
  names: ['VARBIT', 'BIT VARYING'],
  decoder: () => decodeBits,
  encode: encodeBits,
};
