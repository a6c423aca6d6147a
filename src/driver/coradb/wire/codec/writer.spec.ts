import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireReader } from './reader.js';
import { WireWriter } from './writer.js';

describe('WireWriter', () => {
  it('writes the argument forms of cas-protocol §3.1', () => {
    const bytes = new WireWriter()
      .argU8(1)
      .argFlag(true)
      .argI32(-2)
      .argI64(5n)
      .argText(Buffer.from('ab'))
      .argNull()
      .argBytes(Buffer.from([0xff]))
      .argCacheTime()
      .finish();
    expect(bytes.toString('hex')).toBe(
      '0000000101' +
        '0000000101' +
        '00000004fffffffe' +
        '000000080000000000000005' +
        '00000003616200' +
        '00000000' +
        '00000001ff' +
        '000000080000000000000000',
    );
  });

  it('grows from any capacity, whatever is written last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.double(),
        fc.uint8Array({ maxLength: 40 }),
        (capacity, integer, long, double, bytes) => {
          const written = new WireWriter(capacity)
            .u8(integer & 0xff)
            .i16(integer >> 16)
            .i32(integer)
            .i64(long)
            .f32(double)
            .f64(double)
            .argBytes(bytes)
            .finish();
          const reader = new WireReader(written);
          expect(reader.u8('u8')).toBe(integer & 0xff);
          expect(reader.i16('i16')).toBe(integer >> 16);
          expect(reader.i32('i32')).toBe(integer);
          expect(reader.i64('i64')).toBe(long);
          expect(reader.f32('f32')).toBe(Math.fround(double));
          expect(reader.f64('f64')).toBe(double);
          expect([...reader.bytes(reader.i32('length'), 'bytes')]).toEqual([...bytes]);
          reader.expectEnd();
        },
      ),
    );
  });
});
