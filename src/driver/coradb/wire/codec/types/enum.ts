import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeTextValue, textDecoder } from './text.js';

/** The label, never the index. */
export const enumType: WireType = {
  code: TypeCode.ENUM,
  names: ['ENUM'],
  decoder: textDecoder,
  encode: encodeTextValue,
};
