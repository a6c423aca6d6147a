import { describe, expect, it } from 'vitest';
import { decodeHex, expectBroken } from '../../../../../test/helpers/wire-types.js';
import type { AsciiText } from './ascii-text.js';
import type { Charset } from './charset.js';
import { opaqueDecoder, untypedDecoder } from './type-registry.js';
import { textDecoder } from './types/text.js';

describe('a type this client does not know', () => {
  it('is its code and its bytes', () => {
    expect(decodeHex({ decoder: () => opaqueDecoder(99) }, 'deadbeef')).toEqual({
      kind: 'opaque',
      typeCode: 99,
      bytes: Buffer.from('deadbeef', 'hex'),
    });
  });
});

/** Shows which type the value carried. */
const untyped = {
  decoder: (_: Charset, ascii: AsciiText) =>
    untypedDecoder(
      ({ code, elementCode }) =>
        (_buffer, start, size) =>
          `${code}/${elementCode} ${start}+${size}`,
      textDecoder('utf-8', ascii),
    ),
};

describe('a value in an untyped column', () => {
  it('starts with its type', () => {
    // The payload stands at byte 2 of the test reply, so the value behind its prefix at byte 4.
    expect(decodeHex(untyped, '8508' + '0000002a')).toBe('8/undefined 4+4');
  });

  it('names only the collection in a collection', () => {
    expect(decodeHex(untyped, 'a004' + '0800000000')).toBe('16/4 4+5');
  });

  it('is raw text when it is JSON, which comes without a type', () => {
    expect(decodeHex(untyped, '7b2278223a317d00')).toBe('{"x":1}');
  });

  it('is broken without a whole type', () => {
    expectBroken(untyped, '', '85');
  });
});
