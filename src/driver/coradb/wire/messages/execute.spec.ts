import { describe, expect, it } from 'vitest';
import { encodeBindParameters } from '../codec/bind-parameter.js';
import { WireFormatError } from '../codec/reader.js';
import type { ColumnRecord } from './column-record.js';
import { canFetchInline, decodeExecute, decodeFetch, encodeExecute, encodeFetch } from './execute.js';

const column = (code: number, charsetBits: number): ColumnRecord =>
  ({ type: { code, charsetBits }, name: '' }) as ColumnRecord;
const SELECT = {
  protocolVersion: 12,
  charset: 'utf-8',
  columns: [column(8, 0), column(2, 5)],
  statementType: 21,
  fetchInline: true,
} as const;

/** cas-protocol §13.5 without the frame headers. */
const ARGUMENTS =
  '0000000400000001' +
  '0000000100' +
  '0000000400000000' +
  '0000000400000000' +
  '00000000' +
  '0000000101' +
  '0000000101' +
  '0000000101' +
  '000000080000000000000000' +
  '0000000400001388' +
  '0000000108' +
  '0000000400000007';
const HEAD = '00000001' + '00' + '00000001' + '15' + '00000001' + '0000000000000000' + '0000000000000000';
const FETCH =
  '00000000' + '00000001' + '00000001' + '0000000000000000' + '0000000400000007' + '00000004416e6e00' + '01';
const REPLY = Buffer.from(HEAD + '00' + 'fffffffe' + FETCH, 'hex');

describe('EXECUTE', () => {
  it('is sent as in cas-protocol §13.5', () => {
    const args = encodeExecute({
      handle: 1,
      fetchInline: true,
      autoCommit: true,
      timeoutMs: 5000,
      parameters: encodeBindParameters([7], 'utf-8'),
    });
    expect(args.toString('hex')).toBe(ARGUMENTS);
  });

  it('sends NULL as an empty argument', () => {
    const args = encodeExecute({
      handle: 1,
      fetchInline: false,
      autoCommit: false,
      parameters: encodeBindParameters([null], 'utf-8'),
    });
    expect(args.subarray(-9).toString('hex')).toBe('0000000100' + '00000000');
  });

  it('gives count and first rows', () => {
    expect(decodeExecute(REPLY, SELECT)).toEqual({
      count: 1,
      results: [{ statementType: 21, count: 1, oid: null }],
      fetched: { rows: [[7, 'Ann']], lastRowNumber: 1, end: true },
    });
  });

  it('takes the columns of the reply when it brings some', () => {
    const description = 'ffffffff' + '15' + '00000000' + '00' + '00000001';
    const bigint =
      '8015' +
      '0000' +
      '00000013' +
      '00000001' +
      '00' +
      '00000001' +
      '00' +
      '00000001' +
      '00' +
      '00' +
      '00000001' +
      '00' +
      '00'.repeat(7);
    const rows =
      '00000000' + '00000001' + '00000001' + '0000000000000000' + '000000080000000000000005' + '01';
    const body = Buffer.from(HEAD + '01' + description + bigint + 'fffffffe' + rows, 'hex');
    const reply = decodeExecute(body, SELECT);
    expect(reply.fetched?.rows).toEqual([[5n]]);
    expect(reply.description?.columns.length).toBe(1);
  });

  it('reads rows only when they were asked for', () => {
    expect(() => decodeExecute(REPLY, { ...SELECT, fetchInline: false })).toThrow(WireFormatError);
  });

  it('asks for rows inline for SELECT only', () => {
    expect([14, 20, 21, 24].map(canFetchInline)).toEqual([false, false, true, false]);
  });
});

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
