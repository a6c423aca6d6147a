import { describe, expect, it } from 'vitest';
import { BrokerError, ConnectionLostError, EngineError } from '../../../driver-errors.js';
import { WireFormatError } from '../codec/reader.js';
import { openReply } from './error-reply.js';

const CONTEXT = { protocolVersion: 12, charset: 'utf-8' } as const;
const text = (message: string): string => Buffer.from(`${message}\0`).toString('hex');
const code = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
const DBMS = 'fffffffe';
const CAS = 'ffffffff';

function errorOf(hex: string): Error & { code?: number; hint?: string } {
  try {
    openReply(Buffer.from(hex, 'hex'), CONTEXT);
  } catch (error) {
    return error as Error;
  }
  throw new Error('no error');
}

describe('a reply that succeeded', () => {
  it('gives its result code and a reader behind it', () => {
    const { reader, result } = openReply(Buffer.from('00000007ab', 'hex'), CONTEXT);
    expect(result).toBe(7);
    expect(reader.u8('x')).toBe(0xab);
  });
});

describe("the engine's errors", () => {
  it('keep their code and their words (cas-protocol §13.6)', () => {
    const error = errorOf(DBMS + 'fffffe13' + text('Syntax: Unknown class "public.nope".'));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe('CoraDB error -493: Syntax: Unknown class "public.nope".');
    expect(error).toMatchObject({ code: -493, engineMessage: 'Syntax: Unknown class "public.nope".' });
  });

  it.each([-72, -111, -199, -224])('%i loses the transaction', (number) => {
    expect(errorOf(DBMS + code(number) + text('gone'))).toMatchObject({ transactionLost: true });
  });

  it.each([-4, -75, -493, -670])('%i does not', (number) => {
    expect(errorOf(DBMS + code(number) + text('no'))).toMatchObject({ transactionLost: false });
  });

  it.each([
    [-72, 'waited for each other'],
    [-968, 'waited for each other'],
    [-75, 'holds the lock'],
    [-171, 'Check user and password'],
    [-677, 'no running server of that database'],
    [-199, 'when it is back'],
    [-581, 'takes no changes'],
    [-670, 'give another key'],
    [-493, undefined],
  ])('%i says what to do next where its words do not', (number, hint) => {
    const error = errorOf(DBMS + code(number) + text('as the engine says it'));
    expect(error.message).toBe(`CoraDB error ${number}: as the engine says it`);
    if (hint === undefined) expect(error.hint).toBeUndefined();
    else expect(error.hint).toContain(hint);
  });

  it.each([
    [-493, 'Syntax: Unknown class "dba.nope". select * from [dba.nope]', 'shows the tables'],
    [-494, 'Semantic: SELECT is not authorized on shop.customer. select  if(', 'grant the right'],
    [-494, 'Semantic: before 1 from t', undefined],
  ])('%i, %s: says what to do next by the words', (number, words, hint) => {
    const said = errorOf(DBMS + code(number) + text(words)).hint;
    if (hint === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(hint);
  });

  it('are in the charset of the database', () => {
    const body = Buffer.from(DBMS + 'fffffe13' + 'c7d1b1db00', 'hex');
    expect(() => openReply(body, { protocolVersion: 12, charset: 'euc-kr' })).toThrow(
      'CoraDB error -493: 한글',
    );
  });
});

describe("the broker's errors", () => {
  it('get words, as they come without (cas-protocol §13.6)', () => {
    const error = errorOf(CAS + code(-10006) + '00');
    expect(error).toBeInstanceOf(BrokerError);
    expect(error.message).toBe('Broker error -10006: unknown statement handle');
  });

  it('keep the words that come along', () => {
    expect(errorOf(CAS + code(-10024) + text('Invalid XASL tree node content.')).message).toContain(
      'Invalid XASL tree node content.',
    );
  });

  it('in the old style are the same codes', () => {
    expect(errorOf(CAS + code(-1006) + '00').code).toBe(-10006);
  });

  it('come as a bare code from some functions', () => {
    expect(errorOf(code(-10004)).code).toBe(-10004);
  });

  it('come without message bytes after a broken frame, and end the connection', () => {
    expect(errorOf(CAS + code(-10003))).toBeInstanceOf(ConnectionLostError);
    expect(errorOf(CAS + code(-10025) + '00')).toBeInstanceOf(ConnectionLostError);
  });

  it('with unknown codes stay readable', () => {
    expect(errorOf(CAS + code(-10999) + '00').message).toBe(
      'Broker error -10999: refused by the broker without a reason',
    );
  });
});

describe('bytes that are no error', () => {
  it.each([
    ['an indicator alone', CAS],
    ['half a code', CAS + 'ffff'],
    ['a message without NUL', DBMS + 'fffffe13' + '6162'],
    ['another indicator', 'fffffffd' + 'fffffe13' + '00'],
    ['nothing', ''],
  ])('%s', (_, hex) => {
    expect(errorOf(hex)).toBeInstanceOf(WireFormatError);
  });
});
