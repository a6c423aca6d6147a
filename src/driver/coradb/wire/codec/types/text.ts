import { WireFormatError } from '../reader.js';
import type { AsciiText } from '../ascii-text.js';
import { type Charset, decodeText, encodeText } from '../charset.js';
import { type ScalarInput, TypeCode, type ValueDecoder, type WireType } from '../column-type.js';

/**
 * Text and a NUL, which the size counts; the text itself may contain NULs (cas-protocol §5.3). ASCII is the same
 * in every charset.
 */
export function textDecoder(charset: Charset, ascii: AsciiText): ValueDecoder {
  if (charset === 'binary') return decodeBinary;
  return (buffer, start, size) => {
    const end = textEnd(buffer, start, size);
    return ascii.slice(start, end) ?? decodeText(buffer, start, end, charset);
  };
}

function decodeBinary(buffer: Buffer, start: number, size: number): Uint8Array {
  return buffer.subarray(start, textEnd(buffer, start, size));
}

/** @throws UnfitValueError for a character that the charset does not have */
function encodeTextValue(value: ScalarInput, charset: Charset): Buffer {
  return Buffer.concat([encodeText(String(value), charset), NUL]);
}

/** Position of the NUL that ends the text. */
export function textEnd(buffer: Buffer, start: number, size: number): number {
  const last = start + size - 1;
  if (size < 1 || buffer[last] !== 0)
    throw new WireFormatError('text that ends with NUL', start, `${size} bytes`);
  return last;
}

const NUL = Buffer.alloc(1);

/** Padding stays as the engine sends it: blanks, in EUC-KR the full-width blank U+3000. */
export const charType: WireType = {
  code: TypeCode.CHAR,
  names: ['CHAR', 'CHARACTER'],
  decoder: textDecoder,
  encode: encodeTextValue,
};

export const ncharType: WireType = { ...charType, code: TypeCode.NCHAR, names: ['NCHAR'] };

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

/** The label, never the index. */
export const enumType: WireType = {
  code: TypeCode.ENUM,
  names: ['ENUM'],
  decoder: textDecoder,
  encode: encodeTextValue,
};

/** The server's compact JSON text, always UTF-8; not parsed, so that no number in it loses a digit. */
export const jsonType: WireType = {
  code: TypeCode.JSON,
  names: ['JSON'],
  decoder: (_, ascii) => textDecoder('utf-8', ascii),
  encode: (value) => encodeTextValue(value, 'utf-8'),
};
