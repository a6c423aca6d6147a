import { describe, expect, it } from 'vitest';
import {
  decodeHex,
  encodeHex,
  expectBroken,
  expectUnfit,
} from '../../../../../../test/helpers/wire-types.js';
import { charType, enumType, jsonType, ncharType, varcharType, varncharType } from './text.js';

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

describe('VARCHAR and NCHAR VARYING', () => {
  it.each([
    ['utf-8', 'eab080f09f988000', '가😀'],
    ['iso-8859-1', 'df00', 'ß'],
    ['euc-kr', 'b0a100', '가'],
    ['utf-8', '00', ''],
  ] as const)('%s text %s', (charset, hex, text) => {
    expect(decodeHex(varcharType, hex, charset)).toBe(text);
    expect(encodeHex(varcharType, text, charset)).toBe(hex);
  });

  it('take numbers and booleans as their text', () => {
    expect(encodeHex(varcharType, 12)).toBe('313200');
    expect(encodeHex(varncharType, true)).toBe('7472756500');
  });

  it('need the NUL at the end', () => {
    expectBroken(varcharType, '', '61');
  });

  it('refuse half of a surrogate pair', () => {
    expectUnfit(varcharType, '\ud83d');
  });
});

describe('ENUM', () => {
  it('is its label', () => {
    expect(decodeHex(enumType, '72656400')).toBe('red');
    expect(encodeHex(enumType, 'red')).toBe('72656400');
  });

  it('needs the NUL at the end', () => {
    expectBroken(enumType, '726564');
  });
});

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
