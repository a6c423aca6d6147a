import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, expectBroken } from '../../../../../../test/helpers/wire-types.js';
import { jsonType } from './json.js';

describe('JSON', () => {
  it('is text, so that numbers keep their digits', () => {
    const text = '{"n":9007199254740993}';
    const hex = Buffer.from(`${text}\0`).toString('hex');
    expect(decodeHex(jsonType, hex)).toBe(text);
    expect(encodeHex(jsonType, text)).toBe(hex);
  });

  it('is UTF-8 whatever the charset of the database', () => {
    expect(decodeHex(jsonType, '22eab0802200', 'euc-kr')).toBe('"가"');
    expect(encodeHex(jsonType, '"가"', 'euc-kr')).toBe('22eab0802200');
  });

  it('needs the NUL at the end', () => {
    expectBroken(jsonType, '7b7d');
  });
});
