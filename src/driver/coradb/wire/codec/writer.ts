/**
 * Writes big-endian fields into a buffer that grows. The `arg…` methods write one request argument: its length
 * as i32, then its bytes (cas-protocol §3.1). The server does not check lengths, so widths must be exact.
 */
export class WireWriter {
  private buffer: Buffer;
  private length = 0;

  /** @param capacity bytes to start with; a good guess saves copies */
  constructor(capacity = 128) {
    this.buffer = Buffer.allocUnsafe(capacity);
  }

  u8(value: number): this {
    const offset = this.reserve(1);
    this.buffer.writeUInt8(value, offset);
    return this;
  }

  i16(value: number): this {
    const offset = this.reserve(2);
    this.buffer.writeInt16BE(value, offset);
    return this;
  }

  i32(value: number): this {
    const offset = this.reserve(4);
    this.buffer.writeInt32BE(value, offset);
    return this;
  }

  i64(value: bigint): this {
    const offset = this.reserve(8);
    this.buffer.writeBigInt64BE(value, offset);
    return this;
  }

  f32(value: number): this {
    const offset = this.reserve(4);
    this.buffer.writeFloatBE(value, offset);
    return this;
  }

  f64(value: number): this {
    const offset = this.reserve(8);
    this.buffer.writeDoubleBE(value, offset);
    return this;
  }

  bytes(value: Uint8Array): this {
    const offset = this.reserve(value.length);
    this.buffer.set(value, offset);
    return this;
  }

  argU8(value: number): this {
    return this.i32(1).u8(value);
  }

  argFlag(value: boolean): this {
    return this.argU8(value ? 1 : 0);
  }

  argI32(value: number): this {
    return this.i32(4).i32(value);
  }

  argI64(value: bigint): this {
    return this.i32(8).i64(value);
  }

  argBytes(value: Uint8Array): this {
    return this.i32(value.length).bytes(value);
  }

  /** Text that is already in the right charset; the NUL that the server relies on is added here. */
  argText(text: Uint8Array): this {
    return this.i32(text.length + 1)
      .bytes(text)
      .u8(0);
  }

  argNull(): this {
    return this.i32(0);
  }

  /** Always "not cached": a client-side result cache is not kept. */
  argCacheTime(): this {
    return this.i32(8).i32(0).i32(0);
  }

  /** The written bytes, as a view; write nothing afterwards. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Makes room; call it before touching `buffer`, which it may replace. */
  private reserve(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.length, this.buffer.length * 2));
      this.buffer.copy(grown, 0, 0, start);
      this.buffer = grown;
    }
    return start;
  }
}
