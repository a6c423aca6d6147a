import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../errors/call-error.js';
import { toColumn } from './column-record.js';
import { decodePrepare, encodePrepare, PrepareFlag } from './prepare.js';

const CONTEXT = { protocolVersion: 12, charset: 'utf-8' } as const;

/** cas-protocol §13.4 without the frame header. */
const REPLY = Buffer.from(
  '00000001ffffffff15000000010000000002' +
    '800800000000000a000000036964000000000100000000097075626c69632e740001000000054e554c4c00' +
    '00010100000000' +
    '850200000000' +
    '0014000000056e616d65000000000100000000097075626c69632e740000000000054e554c4c00' +
    '00000000000000',
  'hex',
);

describe('PREPARE', () => {
  it('is sent as in cas-protocol §13.4', () => {
    const args = encodePrepare({ sql: 'SELECT id, name FROM t WHERE id = ?', autoCommit: true }, CONTEXT);
    expect(args.toString('hex')).toBe(
      '00000024' +
        Buffer.from('SELECT id, name FROM t WHERE id = ?\0').toString('hex') +
        '0000000100' +
        '0000000101',
    );
  });

  it('may close other handles on the way', () => {
    const args = encodePrepare(
      { sql: 'x', flags: PrepareFlag.HOLDABLE, autoCommit: false, closeHandles: [3, 4] },
      CONTEXT,
    );
    expect(args.toString('hex')).toBe(
      '000000027800' + '0000000108' + '0000000100' + '0000000400000003' + '0000000400000004',
    );
  });

  it('is in the charset of the database', () => {
    const args = encodePrepare({ sql: '한', autoCommit: false }, { protocolVersion: 12, charset: 'euc-kr' });
    expect(args.subarray(0, 7).toString('hex')).toBe('00000003c7d100');
    const sql = '가😀';
    expect(() =>
      encodePrepare({ sql, autoCommit: false }, { protocolVersion: 12, charset: 'euc-kr' }),
    ).toThrow(InputError);
  });

  it('refuses a NUL, behind which the server would read nothing', () => {
    expect(() => encodePrepare({ sql: 'SELECT 1\0', autoCommit: false }, CONTEXT)).toThrow(
      /NUL character at offset 8/,
    );
  });

  it('describes statement and columns', () => {
    const reply = decodePrepare(REPLY, CONTEXT);
    expect(reply).toMatchObject({ handle: 1, statementType: 21, parameterCount: 1, updatable: false });
    expect(reply.columns.map(toColumn)).toEqual([
      { name: 'id', type: 'Int', precision: 10, scale: 0, nullable: false, table: 'public.t' },
      { name: 'name', type: 'String', precision: 20, scale: 0, nullable: true, table: 'public.t' },
    ]);
    expect(reply.columns[0]).toMatchObject({
      primaryKey: true,
      uniqueKey: true,
      defaultValue: 'NULL',
      autoIncrement: false,
    });
  });
});
