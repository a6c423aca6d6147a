import { atEdge } from '../../test/helpers/at-edge.js';
import { describe, expect, it } from 'vitest';
import { CoradbSettings } from '../config/coradb-settings.js';
import { InputError } from '../errors/call-error.js';
import { loginOf, maxRowsOf, paramsOf, sqlOf, startRowOf, timeoutMsOf } from './call-request.js';

const SETTINGS = Object.assign(new CoradbSettings(), {
  maxRows: 200,
  maxRowsLimit: 5_000,
  callTimeoutMs: 10_000,
  maxTimeoutMs: 60_000,
});

describe('what a call may ask for', () => {
  it('is what the settings say when it asks for nothing', () => {
    expect([maxRowsOf(undefined, SETTINGS), timeoutMsOf(undefined, SETTINGS), startRowOf(undefined)]).toEqual(
      [200, 10_000, 1],
    );
    expect([maxRowsOf(5_000, SETTINGS), timeoutMsOf(60_000, SETTINGS), startRowOf(7)]).toEqual([
      5_000, 60_000, 7,
    ]);
    expect([paramsOf(undefined), paramsOf([])]).toEqual([undefined, undefined]);
  });

  it('is no limit only where the settings have none', () => {
    expect(timeoutMsOf(0, SETTINGS)).toBe(60_000);
    expect(timeoutMsOf(0, Object.assign(new CoradbSettings(), { callTimeoutMs: 0 }))).toBe(0);
  });

  it.each([-1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, '5', null, true, {}, [1]])('is not %j', (bad) => {
    for (const read of [
      () => maxRowsOf(bad, SETTINGS),
      () => timeoutMsOf(bad, SETTINGS),
      () => startRowOf(bad),
    ]) {
      expect(read).toThrow(InputError);
    }
  });

  it('begins with row 1 and gives at least one', () => {
    expect(() => startRowOf(0)).toThrow('"startRow" is 0; it must be a whole number from 1 on.');
    expect(() => maxRowsOf(0, SETTINGS)).toThrow('"maxRows" is 0; it must be a whole number from 1 on.');
  });

  it('says by which setting it is bounded', () => {
    expect(atEdge(() => maxRowsOf(5_001, SETTINGS))).toThrow(
      '"maxRows" is 5001; this server allows at most 5000 (CORADB_MAX_ROWS_LIMIT).',
    );
  });
});

describe('bind parameters', () => {
  it('take JSON values and typed ones, whose type is folded', () => {
    expect(paramsOf([null, 1, 'a', true, { type: 'date', value: '2026-12-03' }])).toEqual([
      null,
      1,
      'a',
      true,
      { type: 'DATE', value: '2026-12-03' },
    ]);
  });

  it.each([
    [[undefined], 'params[0]'],
    [[1, NaN], 'params[1]'],
    // A list with a hole.
    [new Array(1), 'params[0]'],
    [[{ type: '', value: 1 }], 'params[0]'],
    [[{ value: 1 }], 'params[0]'],
    [[() => 1], 'params[0]'],
    [[10n], 'params[0]'],
    ['[1]', 'params'],
    [{ length: 1 }, 'params'],
    [new Array(10_001).fill(1), 'params'],
  ])('are not %s', (bad, place) => {
    expect(() => paramsOf(bad)).toThrow(`"${place}" is `);
  });
});

it.each([undefined, null, 5, ['SELECT 1'], 'x'.repeat(1_000_001)])('no statements are %s', (bad) => {
  expect(() => sqlOf(bad)).toThrow(/^"sql" is /);
});

describe('a login', () => {
  it('takes what it leaves out from the settings', () => {
    expect(loginOf({ database: 'demodb' }, SETTINGS, undefined)).toEqual({
      database: 'demodb',
      host: 'localhost',
      port: 33_000,
      user: 'dba',
      password: '',
    });
  });

  it('names no broker for an engine of this process', () => {
    expect(() => loginOf({ database: 'e', host: 'prod-db' }, SETTINGS, 'embedded')).toThrow(
      '"host" and "port" cannot be prod-db:33000',
    );
    expect(() => loginOf({ database: 'e', port: 1 }, SETTINGS, 'embedded')).toThrow(InputError);
  });

  it.each([
    { database: undefined },
    { database: 5 },
    { database: 'd', host: 5 },
    { database: 'd', port: '33000' },
    { database: 'd', port: 0 },
    { database: 'd', port: 65_536 },
    { database: 'd', user: {} },
    { database: 'd', password: 5 },
  ])('is not %j', (bad) => {
    expect(() => loginOf(bad as never, SETTINGS, undefined)).toThrow(InputError);
  });

  it('never shows a login that is given as a host, whatever hosts are allowed', () => {
    const everywhere = Object.assign(new CoradbSettings(), { allowedHosts: ['*'] });
    const read = () => loginOf({ database: 'd', host: 'dba:secret@db1' }, everywhere, undefined);
    expect(read).toThrow('host: a connection URL or login stands in place of a host');
    expect(read).not.toThrow('secret');
  });

  it('never shows what stands in place of a password', () => {
    const password = ['secret'] as unknown as string;
    expect(() => loginOf({ database: 'd', password }, SETTINGS, undefined)).toThrow(
      '"password" must be text of at most 1024 characters.',
    );
  });
});
