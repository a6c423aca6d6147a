import { describe, expect, it } from 'vitest';
import { WireFormatError, WireReader } from './reader.js';
import { readColumnType } from './column-type.js';

const read = (hex: string): unknown => readColumnType(new WireReader(Buffer.from(hex, 'hex')));

describe('the type field of cas-protocol §5.1', () => {
  it.each([
    ['8008', { code: 8, charsetBits: 0 }],
    ['8502', { code: 2, charsetBits: 5 }],
    ['8105', { code: 5, charsetBits: 1 }],
    ['8000', { code: 0, charsetBits: 0 }],
    ['a008', { code: 16, elementCode: 8, charsetBits: 0 }],
    ['c502', { code: 17, elementCode: 2, charsetBits: 5 }],
    ['e000', { code: 18, elementCode: 0, charsetBits: 0 }],
    ['8022', { code: 34, charsetBits: 0 }],
    ['80c8', { code: 200, charsetBits: 0 }],
  ])('two bytes %s', (hex, field) => {
    expect(read(hex)).toEqual(field);
  });

  it.each([
    ['15', { code: 21, charsetBits: 0 }],
    ['28', { code: 16, elementCode: 8, charsetBits: 0 }],
    ['62', { code: 18, elementCode: 2, charsetBits: 0 }],
  ])('one byte %s', (hex, field) => {
    expect(read(hex)).toEqual(field);
  });

  it('needs its second byte', () => {
    expect(() => read('80')).toThrow(WireFormatError);
  });
});
