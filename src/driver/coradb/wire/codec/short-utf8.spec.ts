import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './short-utf8.js';

/** Decodes bytes that stand between others, none of which may be read. */
function decode(bytes: Uint8Array): string {
  const around = Buffer.concat([Buffer.from([0x80]), bytes, Buffer.from([0x80])]);
  return decodeUtf8(around, 1, 1 + bytes.length);
}

describe('decodeUtf8', () => {
  it.each(['', 'a', '서울 5', 'Größe', '東京タワー', '😀', '서울😀', 'é'.repeat(60), '\0x'])(
    'reads %j',
    (text) => {
      expect(decode(Buffer.from(text))).toBe(text);
    },
  );

  it.each([
    ['a lone continuation byte', '80'],
    ['a two-byte form of ASCII', 'c180'],
    ['a three-byte form of U+007F', 'e081bf'],
    ['half of a surrogate pair', 'eda080'],
    ['a cut character', 'ec84'],
    ['a character cut by another', 'ec8461'],
    ['bytes that never occur', 'fffe'],
  ])('leaves %s to the native decoder', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(decode(bytes)).toBe(bytes.toString('utf8'));
  });

  it('gives what the native decoder gives, for any text and any bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
          fc.uint8Array(),
        ),
        (bytes) => {
          expect(decode(bytes)).toBe(Buffer.from(bytes).toString('utf8'));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('gives what the native decoder gives, for bytes that look like UTF-8', () => {
    const byte = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc0,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0x90,
      0xa0,
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), (list) => {
        const bytes = Buffer.from(list);
        expect(decode(bytes)).toBe(bytes.toString('utf8'));
      }),
      { numRuns: 3000 },
    );
  });
});
