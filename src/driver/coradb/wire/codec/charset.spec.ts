import { describe, expect, it } from 'vitest';
import { charsetFromBits, decodeText, encodeText, UnfitValueError } from './charset.js';

describe('charsets', () => {
  it('are named by the bits of cas-protocol §5.1', () => {
    expect([0, 1, 2, 3, 4, 5].map((bits) => charsetFromBits(bits, 'euc-kr'))).toEqual([
      'euc-kr',
      'euc-kr',
      'binary',
      'iso-8859-1',
      'euc-kr',
      'utf-8',
    ]);
  });

  it.each([
    ['utf-8', '한글 😀', 'ed959ceab88020f09f9880'],
    ['iso-8859-1', 'Größe', '4772f6df65'],
    ['euc-kr', '한글', 'c7d1b1db'],
  ] as const)('%s both ways', (charset, text, hex) => {
    expect(encodeText(text, charset).toString('hex')).toBe(hex);
    const bytes = Buffer.from(hex, 'hex');
    expect(decodeText(bytes, 0, bytes.length, charset)).toBe(text);
  });

  it('keep the full-width blank that pads CHAR in EUC-KR', () => {
    expect(decodeText(Buffer.from('a1a1', 'hex'), 0, 2, 'euc-kr')).toBe('\u3000');
  });

  it.each([
    ['iso-8859-1', '한'],
    ['euc-kr', '😀'],
    ['utf-8', 'a\ud800b'],
  ] as const)('%s refuses what it cannot express', (charset, text) => {
    expect(() => encodeText(text, charset)).toThrow(UnfitValueError);
  });

  it('shows bytes that are no text as U+FFFD', () => {
    expect(decodeText(Buffer.from('fffe', 'hex'), 0, 2, 'utf-8')).toBe('\ufffd\ufffd');
  });
});
