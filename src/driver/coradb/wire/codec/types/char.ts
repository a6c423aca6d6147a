import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeTextValue, textDecoder } from './text.js';

/** Padding stays as the engine sends it: blanks, in EUC-KR the full-width blank U+3000. */
export const charType: WireType = {
  code: TypeCode.CHAR,
  names: ['CHAR', 'CHARACTER'],
  decoder: textDecoder,
  encode: encodeTextValue,
};

export const ncharType: WireType = { ...charType, code: TypeCode.NCHAR, names: ['NCHAR'] };
