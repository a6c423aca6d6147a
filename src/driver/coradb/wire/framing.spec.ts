import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeRequest, type Frame, FrameReader } from './framing.js';
import { WireFormatError } from './codec/reader.js';

const INFO = Buffer.from('01fffffb', 'hex');

function frameOf(body: Uint8Array, length = body.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeInt32BE(length);
  return Buffer.concat([header, INFO, body]);
}

function bodies(frames: readonly Frame[]): string[] {
  return frames.map(({ body }) => body.toString('hex'));
}

describe('encodeRequest', () => {
  it('writes END_TRAN(commit) as in cas-protocol §13.3', () => {
    const frame = encodeRequest(Buffer.from('01ffffff', 'hex'), 1, Buffer.from('0000000101', 'hex'));
    expect(frame.toString('hex')).toBe('0000000601ffffff010000000101');
  });

  it('writes a request without arguments', () => {
    expect(encodeRequest(INFO, 31, Buffer.alloc(0)).toString('hex')).toBe('0000000101fffffb1f');
  });

  it('insists on 4 bytes of CAS info', () => {
    expect(() => encodeRequest(Buffer.alloc(3), 31, Buffer.alloc(0))).toThrow(RangeError);
  });
});

describe('FrameReader', () => {
  it('takes several frames from one chunk, empty ones too', () => {
    const reader = new FrameReader();
    const frames = reader.push(Buffer.concat([frameOf(Buffer.from('aa', 'hex')), frameOf(Buffer.alloc(0))]));
    expect(bodies(frames)).toEqual(['aa', '']);
    expect(frames[0]?.casInfo.toString('hex')).toBe('01fffffb');
    expect(reader.pendingBytes).toBe(0);
  });

  it('slices a whole frame instead of copying it', () => {
    const chunk = frameOf(Buffer.from('abcd', 'hex'));
    const [frame] = new FrameReader().push(chunk);
    expect(frame?.body.buffer).toBe(chunk.buffer);
  });

  it('knows how much of a frame is there when the stream ends', () => {
    const reader = new FrameReader();
    expect(reader.push(frameOf(Buffer.from('aabb', 'hex')).subarray(0, 9))).toEqual([]);
    expect(reader.pendingBytes).toBe(9);
  });

  it.each([-1, -2147483648, 101, 2147483647])('refuses a body length of %i', (length) => {
    const reader = new FrameReader(100);
    expect(() => reader.push(frameOf(Buffer.alloc(0), length))).toThrow(WireFormatError);
  });

  it('refuses a broken length also when the header comes byte by byte', () => {
    const reader = new FrameReader(100);
    const header = frameOf(Buffer.alloc(0), -1);
    const feed = (): void => header.forEach((byte) => void reader.push(Buffer.from([byte])));
    expect(feed).toThrow(/from 0 to 100 at byte 0, found -1/);
  });

  it('does not allocate what was only announced', () => {
    const reader = new FrameReader();
    const before = process.memoryUsage().arrayBuffers;
    reader.push(frameOf(Buffer.alloc(10), 127 * 1024 * 1024));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  });

  it('gathers a large body from small chunks', () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const stream = frameOf(body);
    const reader = new FrameReader();
    const frames: Frame[] = [];
    for (let at = 0; at < stream.length; at += 1000)
      frames.push(...reader.push(stream.subarray(at, at + 1000)));
    expect(frames.length).toBe(1);
    expect(frames[0]?.body.equals(body)).toBe(true);
  });

  it('gives the same frames however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
        (parts, sizes) => {
          const stream = Buffer.concat(parts.map((part) => frameOf(part)));
          const reader = new FrameReader();
          const frames: Frame[] = [];
          for (let at = 0, turn = 0; at < stream.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            frames.push(...reader.push(stream.subarray(at, at + size)));
            at += size;
          }
          expect(bodies(frames)).toEqual(parts.map((part) => Buffer.from(part).toString('hex')));
          expect(reader.pendingBytes).toBe(0);
        },
      ),
    );
  });
});
