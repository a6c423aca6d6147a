import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../wire-format-error.js';
import { decodeCloseStatement, encodeCloseStatement } from './close-statement.js';
import { decodeCasChangeMode, decodeCheckCas, decodeConClose } from './connection.js';
import { decodeCursor, decodeCursorClose } from './cursor.js';
import {
  DatabaseParameter,
  decodeGetDatabaseParameter,
  encodeSetDatabaseParameter,
} from './database-parameter.js';
import { decodeDatabaseVersion, encodeDatabaseVersion } from './database-version.js';
import { decodeEndTran, encodeEndTran } from './end-tran.js';
import { decodeLastInsertId } from './generated-keys.js';
import { decodeLobRead, encodeLobRead } from './lob.js';
import { decodePlan } from './query-info.js';
import { encodeSchemaInfo, SchemaInfoType } from './schema-info.js';

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

  it('may be negative', () => {
    expect(decodeGetDatabaseParameter(body('00000000' + 'ffffffff'), CONTEXT)).toBe(-1);
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

describe('SCHEMA_INFO', () => {
  it('sends names, patterns and a shard', () => {
    const args = encodeSchemaInfo(
      { type: SchemaInfoType.ATTRIBUTE, first: 't', second: '%', secondIsPattern: true },
      CONTEXT,
    );
    expect(args.toString('hex')).toBe(
      '0000000400000004' + '000000027400' + '000000022500' + '0000000102' + '0000000400000000',
    );
  });

  it('sends no name as NULL', () => {
    const args = encodeSchemaInfo({ type: SchemaInfoType.CLASS, first: null, second: null }, CONTEXT);
    expect(args.toString('hex')).toBe(
      '0000000400000001' + '00000000' + '00000000' + '0000000100' + '0000000400000000',
    );
  });
});

describe('LOB_READ', () => {
  it('never asks for a negative length, which would break the link of the CAS', () => {
    expect(() => encodeLobRead(Buffer.alloc(16), 0n, -1)).toThrow(RangeError);
    expect(() => encodeLobRead(Buffer.alloc(16), -1n, 1)).toThrow(RangeError);
  });

  it('gives the bytes, none at the end', () => {
    expect(decodeLobRead(body('00000002' + 'feff'), CONTEXT).toString('hex')).toBe('feff');
    expect(decodeLobRead(body('00000000'), CONTEXT).length).toBe(0);
    expect(() => decodeLobRead(body('00000001' + 'feff'), CONTEXT)).toThrow(WireFormatError);
    expect(() => decodeLobRead(body('00000003' + 'feff'), CONTEXT)).toThrow(WireFormatError);
  });
});

describe('CON_CLOSE, CHECK_CAS, CURSOR, CURSOR_CLOSE, CAS_CHANGE_MODE', () => {
  it('read their replies', () => {
    expect(() => decodeConClose(body('00000000'), CONTEXT)).not.toThrow();
    expect(() => decodeCheckCas(body(''), CONTEXT)).not.toThrow();
    expect(() => decodeCursorClose(body(''), CONTEXT)).not.toThrow();
    expect(decodeCursor(body('00000000' + '00000005'), CONTEXT)).toBe(5);
    expect(decodeCasChangeMode(body('00000000' + '00000002'), CONTEXT)).toBe('keep');
  });
});

describe('GET_LAST_INSERT_ID', () => {
  it('is a number with its type, or NULL', () => {
    expect(decodeLastInsertId(body('00000000' + '00000006' + '8507' + '31303000'), CONTEXT)).toEqual({
      kind: 'decimal',
      text: '100',
    });
    expect(decodeLastInsertId(body('00000000' + 'ffffffff'), CONTEXT)).toBeNull();
  });
});
