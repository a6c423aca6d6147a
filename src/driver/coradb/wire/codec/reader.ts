import { BrokerError } from '../../../driver-errors.js';
import { type Charset, decodeText } from './charset.js';

/**
 * Bytes from the broker that do not follow the protocol: a short read, a length that cannot be, left-over bytes.
 * The stream is out of step after it, so the connection must be dropped, never reused.
 */
export class WireFormatError extends BrokerError {
  /**
   * @param expected what should have stood there, with its size
   * @param offset position in the reply body (or in the frame header), in bytes from 0
   */
  constructor(
    readonly expected: string,
    readonly offset: number,
    found?: string,
  ) {
    super(
      `The broker sent bytes that do not follow the protocol: expected ${expected} at byte ${offset}` +
        (found === undefined ? '' : `, found ${found}`),
      { hint: 'Check that host and port belong to a CoraDB or CUBRID broker (CUBRID 10.0 or newer).' },
    );
  }
}

/**
 * Reads big-endian fields from a slice, in order. Every read is checked: what is not there is never read.
 * All methods throw `WireFormatError` on a short read; `what` names the field in it.
 */
export class WireReader {
  /**
   * @param offset first byte to read
   * @param end one past the last byte
   */
  constructor(
    readonly buffer: Buffer,
    public offset = 0,
    readonly end = buffer.length,
  ) {}

  get remaining(): number {
    return this.end - this.offset;
  }

  u8(what: string): number {
    return this.buffer.readUInt8(this.take(1, what));
  }

  i16(what: string): number {
    return this.buffer.readInt16BE(this.take(2, what));
  }

  i32(what: string): number {
    return this.buffer.readInt32BE(this.take(4, what));
  }

  i64(what: string): bigint {
    return this.buffer.readBigInt64BE(this.take(8, what));
  }

  f32(what: string): number {
    return this.buffer.readFloatBE(this.take(4, what));
  }

  f64(what: string): number {
    return this.buffer.readDoubleBE(this.take(8, what));
  }

  /** A view of the next bytes, not a copy. */
  bytes(length: number, what: string): Buffer {
    const start = this.take(length, what);
    return this.buffer.subarray(start, start + length);
  }

  /** A byte that decides how the reply goes on: 0 or 1, nothing else. */
  flag(what: string): boolean {
    const value = this.u8(what);
    if (value > 1) throw new WireFormatError(`${what} (0 or 1)`, this.offset - 1, String(value));
    return value === 1;
  }

  /** A byte that only informs: 0 is false. */
  bool(what: string): boolean {
    return this.u8(what) !== 0;
  }

  /** An i32 that counts things, each of which takes at least `minBytes` of what is left. */
  count(what: string, minBytes: number): number {
    const value = this.i32(what);
    if (value < 0 || value * minBytes > this.remaining) {
      throw new WireFormatError(
        `${what} that the rest of the reply can hold`,
        this.offset - 4,
        String(value),
      );
    }
    return value;
  }

  /** Text of exactly `length` bytes of which the last one is NUL (`cstr` in the sheet). */
  cstr(length: number, charset: Charset, what: string): string {
    if (length < 1) throw new WireFormatError(`${what} with its NUL`, this.offset, `${length} bytes`);
    const start = this.take(length, what);
    const last = start + length - 1;
    if (this.buffer[last] !== 0) throw new WireFormatError(`the NUL that ends ${what}`, last);
    return decodeText(this.buffer, start, last, charset);
  }

  /** Length and text (`lstr` in the sheet); the length counts the NUL. */
  lstr(charset: Charset, what: string): string {
    return this.cstr(this.i32(what), charset, what);
  }

  /** Text that fills the rest of the body, NUL included. */
  restCstr(charset: Charset, what: string): string {
    return this.cstr(this.remaining, charset, what);
  }

  /** Left-over bytes mean that something before them was read wrongly. */
  expectEnd(): void {
    if (this.offset !== this.end) {
      throw new WireFormatError('the end of the reply', this.offset, `${this.remaining} more bytes`);
    }
  }

  private take(length: number, what: string): number {
    const start = this.offset;
    if (length < 0 || start + length > this.end) {
      throw new WireFormatError(`${what} (${length} bytes)`, start, `${this.end - start} bytes`);
    }
    this.offset = start + length;
    return start;
  }
}
