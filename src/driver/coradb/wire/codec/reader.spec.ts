import { describe, expect, it } from 'vitest';
import { WireFormatError, WireReader } from './reader.js';

const reader = (hex: string): WireReader => new WireReader(Buffer.from(hex, 'hex'));

describe('WireReader', () => {
  it('reads big-endian fields in order', () => {
    const fields = reader('80' + 'fffe' + 'fffffffd' + 'fffffffffffffffc' + '3f800000' + 'c000000000000000');
    expect(fields.u8('a')).toBe(128);
    expect(fields.i16('b')).toBe(-2);
    expect(fields.i32('c')).toBe(-3);
    expect(fields.i64('d')).toBe(-4n);
    expect(fields.f32('e')).toBe(1);
    expect(fields.f64('f')).toBe(-2);
    expect(() => fields.expectEnd()).not.toThrow();
  });

  it('names field, size and place of a short read', () => {
    const fields = reader('000102');
    fields.u8('first');
    expect(() => fields.i32('row count')).toThrow(/row count \(4 bytes\) at byte 1, found 2 bytes/);
  });

  it('does not move on a short read', () => {
    const fields = reader('0001');
    expect(() => fields.i32('x')).toThrow(WireFormatError);
    expect(fields.offset).toBe(0);
  });

  it('refuses a negative length', () => {
    expect(() => reader('00').bytes(-1, 'x')).toThrow(WireFormatError);
  });

  it('stays inside its slice', () => {
    const fields = new WireReader(Buffer.from('00000001', 'hex'), 0, 2);
    expect(() => fields.i32('x')).toThrow(WireFormatError);
  });

  it('reads text with its NUL, and the empty text of one NUL', () => {
    const fields = reader('0000000461626300' + '0000000100');
    expect(fields.lstr('utf-8', 'x')).toBe('abc');
    expect(fields.lstr('utf-8', 'x')).toBe('');
  });

  it.each([
    ['no NUL', '00000002' + '6162'],
    ['length 0', '00000000'],
    ['negative length', 'ffffffff'],
    ['length beyond the end', '0000000561626300'],
  ])('refuses text with %s', (_, hex) => {
    expect(() => reader(hex).lstr('utf-8', 'x')).toThrow(WireFormatError);
  });

  it('reads a flag of 0 or 1 only', () => {
    expect(reader('01').flag('x')).toBe(true);
    expect(reader('00').flag('x')).toBe(false);
    expect(() => reader('02').flag('x')).toThrow(/x \(0 or 1\) at byte 0, found 2/);
  });

  it.each([
    ['negative', 'ffffffff0000'],
    ['more than the rest can hold', '000000020000'],
  ])('refuses a count that is %s', (_, hex) => {
    expect(() => reader(hex).count('rows', 2)).toThrow(WireFormatError);
  });

  it('reports left-over bytes', () => {
    expect(() => reader('00').expectEnd()).toThrow(/end of the reply at byte 0, found 1 more bytes/);
  });
});
