import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeTextValue, textDecoder } from './text.js';

/** The server's compact JSON text, always UTF-8; not parsed, so that no number in it loses a digit. */
export const jsonType: WireType = {
  code: TypeCode.JSON,
  names: ['JSON'],
  decoder: (_, ascii) => textDecoder('utf-8', ascii),
  encode: (value) => encodeTextValue(value, 'utf-8'),
};
