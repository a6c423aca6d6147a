import { describe, expect, it } from 'vitest';
import { decodeFetch, encodeFetch } from './fetch.js';

const CONTEXT = {
  protocolVersion: 12,
  charset: 'utf-8',
  columns: [{ type: { code: 8, charsetBits: 0 } }],
} as const;

describe('FETCH', () => {
  it('is sent as in cas-protocol §13.6', () => {
    expect(encodeFetch({ handle: 1, position: 101 }).toString('hex')).toBe(
      '0000000400000001' + '0000000400000065' + '0000000400000064' + '0000000100' + '0000000400000000',
    );
  });

  it('gives rows, the last row number and the end flag', () => {
    const row = '00000065' + '0000000000000000' + '0000000400000007';
    expect(decodeFetch(Buffer.from('00000000' + '00000001' + row + '00', 'hex'), CONTEXT)).toEqual({
      rows: [[7]],
      lastRowNumber: 101,
      end: false,
    });
  });

  it('gives no rows at the end', () => {
    expect(decodeFetch(Buffer.from('00000000' + '00000000' + '01', 'hex'), CONTEXT)).toEqual({
      rows: [],
      lastRowNumber: 0,
      end: true,
    });
  });

  it('reads values that carry their type when the statement type says so', () => {
    const row = '00000001' + '0000000000000000' + '00000006' + '8008' + '00000006';
    const body = Buffer.from('00000000' + '00000001' + row + '01', 'hex');
    expect(decodeFetch(body, { ...CONTEXT, statementType: 14 }).rows).toEqual([[6]]);
  });
});
