import { settingName } from '../../src/errors/edge-names.js';
import { EXACT, EXACT_ROWS } from '../helpers/exact-types.js';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Connection, Login } from '../../src/driver/driver.js';
import { ConnectionLostError } from '../../src/driver/driver-errors.js';
import { ReloadingPackage } from '../../src/driver/coradb/package/reloading-package.js';
import { locatePackage } from '../../src/driver/coradb/package/package-location.js';
import { loginFor, RUN, SOON } from '../helpers/broker-connect.js';
import { FakePackage, fakeEntry } from '../helpers/fake-package.js';
import { type WireColumn, type WireValue } from '../helpers/frame-builder.js';
import { rowsOf, start, stopBrokersAfterEach } from '../helpers/package-connect.js';
import { type ReplayBroker } from '../helpers/replay-broker.js';
import { type StatementRule } from '../helpers/scripted-database.js';

stopBrokersAfterEach();

describe('a package that shows less than node-cubrid', () => {
  const fakes: FakePackage[] = [];
  afterAll(() => fakes.splice(0).forEach((fake) => fake.remove()));

  /** node-cubrid behind an object of its own: no socket, no parameters, and what it keeps only when asked for. */
  async function connectWrapped(broker: ReplayBroker, keeps: 'details' | 'nothing'): Promise<Connection> {
    const fake = new FakePackage('wrapped');
    fakes.push(fake);
    const real = JSON.stringify(locatePackage('node-cubrid', [import.meta.dirname]));
    fake.write(
      'index.js',
      `const { createConnection } = require(${real});
const names = ['getEngineVersion', 'setAutoCommitMode', 'query', 'fetch', 'closeQuery', 'commit', 'rollback', 'close'];
exports.createConnection = (options) => {
  const inner = createConnection(options);
  const outer = { connect: () => inner.connect(), destroy: () => inner._socket?.destroy() };
  for (const name of names) outer[name] = (...args) => inner[name](...args);
  outer.once = (event, listener) => inner._socket.once(event, listener);
  ${keeps === 'details' ? 'outer._queryResultSets = inner._queryResultSets;' : ''}
  return outer;
};`,
    );
    const driver = await new ReloadingPackage(fake.folder).current();
    return driver.connect(loginFor(broker), {
      timeoutMs: 5_000,
      signal: new AbortController().signal,
      lockTimeoutMs: 1_500,
      readOnly: false,
    });
  }
  const LOCKS: StatementRule = { sql: 'SET TRANSACTION LOCK TIMEOUT 1.5', type: 99 };

  it('sets the lock time-out by SQL and asks for the rows that were changed', async () => {
    const { broker, database } = await start([
      LOCKS,
      { sql: 'DELETE FROM t', type: 23, count: 7 },
      { sql: 'SELECT ROW_COUNT()', columns: [{ name: 'row_count()', type: 'INT' }], rows: [[7]] },
    ]);
    const connection = await connectWrapped(broker, 'nothing');
    expect(database.ran[0]?.sql).toBe('SET TRANSACTION LOCK TIMEOUT 1.5');
    const statement = await connection.prepare('DELETE FROM t', SOON);
    expect(await statement.execute([], RUN)).toEqual({ affectedRows: 7 });
    await connection.close();
  });

  it.each<[string, WireColumn, WireValue, RegExp]>([
    ['a BIGINT', { name: 'n', type: 'BIGINT', precision: 19 }, 5n, /"n" \(BigInt\).*cuts BIGINT/],
    [
      'a NUMERIC of many digits',
      { name: 'n', type: 'NUMERIC', precision: 38, scale: 2 },
      '12345678901234567890.12',
      /"n" \(Numeric\).*rounds NUMERIC/,
    ],
    [
      'a collection of numbers',
      { name: 's', type: 'SET', elementType: 'INT', precision: 0 },
      [1, 2],
      /"s" \(Int\).*takes a collection for one of its elements/,
    ],
    ['text that is not UTF-8', { name: 't', type: 'VARCHAR' }, Buffer.from([0xe9, 0]), /"t".*not UTF-8/],
    ['JSON', { name: 'j', type: 'JSON', precision: 0 }, '{}', /"j".*Invalid data type/],
  ])('is not believed %s', async (_what, column, value, message) => {
    const { broker } = await start([LOCKS, { sql: 'SELECT v', columns: [column], rows: [[value]] }]);
    const connection = await connectWrapped(broker, 'details');
    await expect(rowsOf(connection, 'SELECT v')).rejects.toMatchObject({
      layer: 'driver',
      message: expect.stringMatching(message),
      hint: expect.stringContaining(`${settingName('driver')}=broker`),
    });
    await connection.close();
  });

  it('is believed the types that it reads exactly', async () => {
    const { broker } = await start([LOCKS, EXACT]);
    const connection = await connectWrapped(broker, 'details');
    const { rows } = await rowsOf(connection, EXACT.sql as string);
    expect(rows).toEqual(EXACT_ROWS);
    await connection.close();
  });

  it('is refused when nothing tells collections from numbers', async () => {
    const { broker } = await start([
      LOCKS,
      { sql: 'SELECT v', columns: [{ name: 'v', type: 'INT' }], rows: [[1]] },
    ]);
    const connection = await connectWrapped(broker, 'nothing');
    await expect(rowsOf(connection, 'SELECT v')).rejects.toThrow('does not say which columns are some');
    await connection.close();
  });

  it('cannot make the password appear in a message', async () => {
    const fake = new FakePackage('chatty');
    fakes.push(fake);
    fake.write(
      'index.js',
      `${fakeEntry()}
exports.createConnection = (options) => Object.assign(new Connection(), {
  connect: () => Promise.reject(new Error('no login with ' + JSON.stringify(options))),
});`,
    );
    const driver = await new ReloadingPackage(fake.folder).current();
    const login: Login = { host: 'db', port: 1, database: 'd', user: 'u', password: 'p4ss-word' };
    const options = { timeoutMs: 0, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: true };
    const error: unknown = await driver.connect(login, options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      layer: 'driver',
      message: expect.stringContaining('"password":"(hidden)"'),
    });
    expect(inspect(error, { depth: 10 })).not.toContain('p4ss-word');
  });

  it('still notices that its connection is lost', async () => {
    const { broker } = await start(
      [LOCKS, { sql: 'DELETE FROM t', type: 23, count: 1 }],
      {},
      { faults: [{ at: 'PREPARE_AND_EXECUTE', nth: 3, fault: { kind: 'cut', bytes: 5 } }] },
    );
    const connection = await connectWrapped(broker, 'details');
    const statement = await connection.prepare('DELETE FROM t', SOON);
    await expect(statement.execute([], RUN)).rejects.toBeInstanceOf(ConnectionLostError);
    await connection.close();
  });
});
