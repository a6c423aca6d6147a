import { WireFormatError } from '../../wire-format-error.js';
import type { AsciiText } from '../ascii-text.js';
import { type Charset, decodeText, encodeText } from '../charset.js';
import type { ScalarInput, ValueDecoder } from '../wire-type.js';

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
