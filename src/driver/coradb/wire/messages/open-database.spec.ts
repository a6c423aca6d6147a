import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../errors/call-error.js';
import { BrokerError, EngineError } from '../../../driver-errors.js';
import { decodeOpenDatabase, encodeOpenDatabase } from './open-database.js';

const LOGIN = { database: 'demodb', user: 'public', password: '' };
/** cas-protocol §13.2 without the frame header. */
const SUCCESS =
  '000010e1' + '010101004cc00000' + '00000003' + '0f1e2d3c4b5a6978' + '000003e9' + '0000000000000000';
const open = (hex: string, announced?: number): ReturnType<typeof decodeOpenDatabase> =>
  decodeOpenDatabase(Buffer.from(hex, 'hex'), announced === undefined ? {} : { announced });

describe('the open-database block', () => {
  it('is laid out as in cas-protocol §13.2', () => {
    const block = encodeOpenDatabase({ ...LOGIN, url: 'cubrid-ts', driverVersion: '1.0.0' });
    const expected = Buffer.alloc(628);
    expected.write('demodb', 0);
    expected.write('public', 32);
    expected.write('cubrid-ts', 96);
    expected[106] = 6;
    expected.write('1.0.0', 107);
    expect(block.equals(expected)).toBe(true);
  });

  it('carries the session of an earlier connection', () => {
    const session = Buffer.alloc(20, 7);
    expect(
      encodeOpenDatabase({ ...LOGIN, session })
        .subarray(608)
        .equals(session),
    ).toBe(true);
  });

  it('keeps a long url inside its area', () => {
    const block = encodeOpenDatabase({ ...LOGIN, url: 'u'.repeat(600), driverVersion: 'v'.repeat(40) });
    expect(block.length).toBe(628);
    expect(block.subarray(608).every((byte) => byte === 0)).toBe(true);
  });

  it('counts bytes, not characters', () => {
    expect(encodeOpenDatabase({ ...LOGIN, database: 'd'.repeat(31) })[31]).toBe(0);
    expect(() => encodeOpenDatabase({ ...LOGIN, database: '가'.repeat(11) })).toThrow(InputError);
  });

  it.each(['database', 'user', 'password'])(
    'refuses a %s that is too long or holds a NUL, without showing it',
    (name) => {
      const long = { ...LOGIN, [name]: 'S3cret'.repeat(6) };
      const split = { ...LOGIN, [name]: 'S3c\0ret' };
      for (const login of [long, split]) {
        expect(() => encodeOpenDatabase(login)).toThrow(InputError);
        expect(() => encodeOpenDatabase(login)).toThrow(new RegExp(`^(?!.*S3c).*${name}`));
      }
    },
  );
});

describe('the open-database reply', () => {
  it('names process, version and session', () => {
    const reply = open(SUCCESS);
    expect(reply).toMatchObject({
      processId: 4321,
      protocolVersion: 12,
      casNumber: 3,
      broker: { statementPooling: true, protocolVersion: 12, functionFlags: 0xc0, oracleNumberStyle: false },
    });
    expect(reply.session.readInt32BE(8)).toBe(1001);
  });

  it.each([
    [12, '4c', 12],
    [12, '47', 7],
    [9, '4c', 9],
    [12, '4f', 12],
  ])('announced %i, server %s: version %i holds', (announced, server, effective) => {
    expect(open(SUCCESS.replace('4cc0', `${server}c0`), announced).protocolVersion).toBe(effective);
  });

  it('refuses a server that is too old', () => {
    expect(() => open(SUCCESS.replace('4cc0', '46c0'))).toThrow(/version 6; this client needs 7/);
  });

  it('refuses another database behind the broker', () => {
    expect(() => open(SUCCESS.replace('0101010', '0201010'))).toThrow(/another kind of database \(type 2\)/);
  });

  it('takes a shard proxy for CUBRID', () => {
    expect(open(SUCCESS.replace('0101010', '0401010')).processId).toBe(4321);
  });

  it('keeps the words of a wrong login (cas-protocol §13.2)', () => {
    const message = 'Incorrect or missing password.';
    const hex = 'fffffffe' + 'ffffff55' + Buffer.from(`${message}\0`).toString('hex');
    expect(() => open(hex)).toThrow(EngineError);
    expect(() => open(hex)).toThrow(`CoraDB error -171: ${message}`);
  });

  it("explains the broker's access list", () => {
    const hex =
      'fffffffe' + 'ffffd8de' + Buffer.from('Authorization error.(Address is rejected)\0').toString('hex');
    expect(() => open(hex)).toThrow(BrokerError);
    expect(() => open(hex)).toThrow(/-10018: address rejected.*Address is rejected/);
  });
});
