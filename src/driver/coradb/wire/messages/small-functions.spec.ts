import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../codec/reader.js';
import { decodeCloseStatement, decodePlan, encodeCloseStatement } from './prepare.js';
import {
  DatabaseParameter,
  decodeDatabaseVersion,
  decodeEndTran,
  encodeDatabaseVersion,
  encodeEndTran,
  encodeSetDatabaseParameter,
} from './connection.js';

const CONTEXT = { protocolVersion: 12, charset: 'utf-8' } as const;
const body = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('END_TRAN', () => {
  it('commits or rolls back', () => {
    expect(encodeEndTran('commit').toString('hex')).toBe('0000000101');
    expect(encodeEndTran('rollback').toString('hex')).toBe('0000000102');
    expect(() => decodeEndTran(body('00000000'), CONTEXT)).not.toThrow();
    expect(() => decodeEndTran(body(''), CONTEXT)).toThrow(WireFormatError);
  });
});

describe('CLOSE_REQ_HANDLE', () => {
  it('is sent as in cas-protocol §13.6', () => {
    expect(encodeCloseStatement(1, true).toString('hex')).toBe('0000000400000001' + '0000000101');
    expect(() => decodeCloseStatement(body('00000000'), CONTEXT)).not.toThrow();
  });
});

describe('GET_DB_VERSION', () => {
  it('does not commit unless asked', () => {
    expect(encodeDatabaseVersion().toString('hex')).toBe('0000000100');
    expect(encodeDatabaseVersion(true).toString('hex')).toBe('0000000101');
  });

  it('is text to the end of the reply', () => {
    expect(decodeDatabaseVersion(body('00000000' + '31312e3400'), CONTEXT)).toBe('11.4');
    expect(() => decodeDatabaseVersion(body('00000000' + '31312e34'), CONTEXT)).toThrow(WireFormatError);
  });
});

describe('database parameters', () => {
  it('are set as two i32', () => {
    expect(encodeSetDatabaseParameter(DatabaseParameter.LOCK_TIMEOUT, 1500).toString('hex')).toBe(
      '0000000400000002' + '00000004000005dc',
    );
  });
});

describe('GET_QUERY_INFO', () => {
  it('is plan text, empty when there is none', () => {
    expect(decodePlan(body('00000000' + '00'), CONTEXT)).toBe('');
    expect(decodePlan(body('00000000' + '706c616e00'), CONTEXT)).toBe('plan');
  });

  it('answers one byte when too many statements are open (cas-protocol §3.4)', () => {
    expect(() => decodePlan(body('00'), CONTEXT)).toThrow(/too many statements/);
  });
});
