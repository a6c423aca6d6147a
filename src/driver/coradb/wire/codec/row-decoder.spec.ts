import { describe, expect, it } from 'vitest';
import { WireFormatError, WireReader } from './reader.js';
import { readRows } from './row-decoder.js';

const INT = { code: 8, charsetBits: 0 };
const TEXT = { code: 2, charsetBits: 5 };
const HEAD = '0000000000000000';

function rows(hex: string, types = [INT]): unknown {
  return readRows(new WireReader(Buffer.from(hex, 'hex')), { types, charset: 'utf-8', prefixed: false });
}

describe('readRows', () => {
  it('reads tuples and the number of the last one', () => {
    const hex = '00000002' + `00000005${HEAD}0000000400000007` + `00000006${HEAD}ffffffff`;
    expect(rows(hex)).toEqual({ rows: [[7], [null]], lastRowNumber: 6 });
  });

  it('reads no rows', () => {
    expect(rows('00000000')).toEqual({ rows: [], lastRowNumber: 0 });
  });

  it('reads rows without columns', () => {
    expect(rows(`00000001` + `00000001${HEAD}`, [])).toEqual({ rows: [[]], lastRowNumber: 1 });
  });

  it.each([
    ['a negative count', 'ffffffff'],
    ['a count the reply cannot hold', '7fffffff'],
    ['a jump in the row numbers', '00000002' + `00000001${HEAD}ffffffff` + `00000003${HEAD}ffffffff`],
    ['a size of -2', `0000000100000001${HEAD}fffffffe`],
    ['a size beyond the end', `0000000100000001${HEAD}0000000500000007`],
    ['a size that is not that of the type', `0000000100000001${HEAD}000000020007`],
  ])('refuses %s', (_, hex) => {
    expect(() => rows(hex)).toThrow(WireFormatError);
  });

  it('gives unknown types as opaque values', () => {
    expect(rows(`0000000100000001${HEAD}00000002beef`, [{ code: 77, charsetBits: 0 }])).toEqual({
      rows: [[{ kind: 'opaque', typeCode: 77, bytes: Buffer.from('beef', 'hex') }]],
      lastRowNumber: 1,
    });
  });

  it('refuses a broken size in a column of an unknown type too', () => {
    expect(() => rows(`0000000100000001${HEAD}7fffffffbeef`, [{ code: 77, charsetBits: 0 }])).toThrow(
      WireFormatError,
    );
  });

  it('decodes text by the charset of its column', () => {
    const latin = { code: 2, charsetBits: 3 };
    expect(rows(`0000000100000001${HEAD}00000002df00` + '00000003c39f00', [latin, TEXT])).toEqual({
      rows: [['ß', 'ß']],
      lastRowNumber: 1,
    });
  });
});

describe('values that carry their type', () => {
  it('are read in columns of any type when the statement says so', () => {
    const format = { types: [INT], charset: 'utf-8', prefixed: true } as const;
    const reader = new WireReader(Buffer.from(`0000000100000001${HEAD}00000004` + '85026100', 'hex'));
    expect(readRows(reader, format).rows).toEqual([['a']]);
  });
});
