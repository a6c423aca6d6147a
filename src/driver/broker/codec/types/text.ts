import { WireFormatError } from '../../wire-format-error.js';
import { type Charset, decodeText, encodeText } from '../charset.js';
import type { ScalarInput, ValueDecoder } from '../wire-type.js';

/** Text and a NUL, which the size counts; the text itself may contain NULs (cas-protocol §5.3). */
export function textDecoder(charset: Charset): ValueDecoder {
  if (charset === 'utf-8') return decodeUtf8;
  if (charset === 'binary')
    return (buffer, start, size) => buffer.subarray(start, textEnd(buffer, start, size));
  return (buffer, start, size) => decodeText(buffer, start, textEnd(buffer, start, size), charset);
}

export function decodeUtf8(buffer: Buffer, start: number, size: number): string {
  return buffer.toString('utf8', start, textEnd(buffer, start, size));
}

/** @throws UnfitValueError for a character that the charset does not have */
export function encodeTextValue(value: ScalarInput, charset: Charset): Buffer {
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
