import { WireFormatError } from '../wire-format-error.js';
import type { Value } from '../../../value.js';
import type { AsciiText } from './ascii-text.js';
import type { Charset } from './charset.js';

/**
 * Reads one value of `size` bytes at `start`. The caller has checked that the bytes are there; a size that does
 * not fit the type throws `WireFormatError`.
 */
export type ValueDecoder = (buffer: Buffer, start: number, size: number) => Value;

/** What a caller can write as a bind parameter, NULL aside. */
export type ScalarInput = string | number | boolean;

/** One data type of cas-protocol §5.2, as result payload (§5.3) and as bind value (§4.4.1). */
export interface WireType {
  readonly code: number;
  /** SQL names that select it for a bind parameter. */
  readonly names: readonly string[];
  /**
   * @param charset of the column; matters for text only
   * @param ascii short texts of the reply that the decoder will be used for
   */
  decoder(charset: Charset, ascii: AsciiText): ValueDecoder;
  /**
   * Payload of the value argument; absent when the server takes no bind value of this type.
   * @throws UnfitValueError naming what would fit
   */
  encode?(value: ScalarInput, charset: Charset): Buffer;
}

/** Types with one size only: any other size means that the stream is out of step. */
export function expectSize(size: number, expected: number, type: string, start: number): void {
  if (size !== expected) throw new WireFormatError(`${type} of ${expected} bytes`, start, `${size} bytes`);
}
