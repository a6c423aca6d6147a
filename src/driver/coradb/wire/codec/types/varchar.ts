import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { encodeTextValue, textDecoder } from './text.js';

export const varcharType: WireType = {
  code: TypeCode.VARCHAR,
  names: ['VARCHAR', 'STRING', 'CHAR VARYING', 'CHARACTER VARYING'],
  decoder: textDecoder,
  encode: encodeTextValue,
};

export const varncharType: WireType = {
  ...varcharType,
  code: TypeCode.VARNCHAR,
  names: ['NCHAR VARYING', 'VARNCHAR', 'NVARCHAR'],
};
