import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, expectBroken } from '../../../../../../test/helpers/wire-types.js';
import { charType, ncharType } from './char.js';

describe('CHAR and NCHAR', () => {
  it('keep their padding', () => {
    expect(decodeHex(charType, '61202000')).toBe('a  ');
    expect(decodeHex(charType, 'b0a1a1a100', 'euc-kr')).toBe('가\u3000');
    expect(decodeHex(ncharType, 'ed959c2000')).toBe('한 ');
  });

  it('keep a NUL inside the text', () => {
    expect(decodeHex(charType, '61006200')).toBe('a\0b');
  });

  it('are bytes in a binary column', () => {
    expect(decodeHex(charType, 'fffe00', 'binary')).toEqual(Buffer.from('fffe', 'hex'));
  });

  it('are bound with their NUL', () => {
    expect(encodeHex(charType, 'ab ')).toBe('61622000');
    expect([charType.code, ncharType.code]).toEqual([1, 3]);
  });

  it('need the NUL at the end', () => {
    expectBroken(charType, '', '6162');
  });
});
