import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Connection, Driver, Login } from '../src/driver/driver.js';
import { ConnectionLostError } from '../src/driver/driver-errors.js';
import { ReloadingPackage } from '../src/driver/package/reloading-package.js';
import { locatePackage } from '../src/driver/package/package-location.js';
import { printSchemaText } from '../src/schema/printers/text-printer.js';
import { SchemaReader } from '../src/schema/schema-service.js';
import { loginFor, RUN, SOON } from './helpers/broker-connect.js';
import { catalogRules, catalogText } from './helpers/catalog-rules.js';
import { FakePackage, fakeEntry } from './helpers/fake-package.js';
import type { WireColumn, WireValue } from './helpers/frame-builder.js';
import { ReplayBroker, type ReplayBrokerOptions } from './helpers/replay-broker.js';
import { PROBE_RULE, probeRule } from './helpers/package-probe.js';
import {
  ScriptedDatabase,
  type ScriptedDatabaseOptions,
  type StatementRule,
} from './helpers/scripted-database.js';

const brokers: ReplayBroker[] = [];
const nodeCubrid = new ReloadingPackage(locatePackage('node-cubrid', [import.meta.dirname]));

async function start(
  statements: readonly StatementRule[],
  options: ScriptedDatabaseOptions = {},
  brokerOptions?: ReplayBrokerOptions,
) {
  const database = new ScriptedDatabase({ statements: [...statements, PROBE_RULE], ...options });
  const broker = await ReplayBroker.start(database, brokerOptions);
  brokers.push(broker);
  return { database, broker };
}

async function connect(
  broker: ReplayBroker,
  changes: Partial<Login> = {},
  timeoutMs = 5_000,
): Promise<Connection> {
  const driver: Driver = await nodeCubrid.current();
  return driver.connect(loginFor(broker, changes), {
    timeoutMs,
    signal: new AbortController().signal,
    lockTimeoutMs: 1_500,
    readOnly: false,
  });
}

async function rowsOf(
  connection: Connection,
  sql: string,
  parameters: readonly (string | number | null)[] = [],
) {
  const statement = await connection.prepare(sql, SOON);
  const { resultSet } = await statement.execute(parameters, RUN);
  const rows = await resultSet!.read(1_000, SOON);
  await statement.close();
  return { rows, columns: statement.columns };
}

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

/** Every column type, with the values the package reads exactly. */
const EXACT: StatementRule = {
  sql: 'SELECT * FROM exact',
  columns: [
    { name: 'id', type: 'INT', nullable: false, table: 'dba.exact' },
    { name: 'small', type: 'SHORT', precision: 5 },
    { name: 'price', type: 'NUMERIC', precision: 10, scale: 2 },
    { name: 'half', type: 'DOUBLE', precision: 15 },
    { name: 'code', type: 'CHAR', precision: 4 },
    { name: 'name', type: 'VARCHAR', precision: 20 },
    { name: 'day', type: 'DATE', precision: 10 },
    { name: 'at', type: 'TIME', precision: 8 },
    { name: 'moment', type: 'TIMESTAMP', precision: 19 },
    { name: 'exactly', type: 'DATETIME', precision: 23, scale: 3 },
    { name: 'there', type: 'DATETIMETZ', precision: 23, scale: 3 },
    { name: 'then', type: 'TIMESTAMPTZ', precision: 19 },
    { name: 'bits', type: 'VARBIT', precision: 16 },
    { name: 'colour', type: 'ENUM', precision: 0 },
  ],
  rows: [
    [
      -2147483648,
      -5,
      '-12.30',
      0.5,
      'ab  ',
      "it's 가",
      '2024-02-29',
      '23:59:58',
      '1970-01-01 00:00:01',
      '9999-12-31 23:59:59.999',
      '2024-07-01 12:00:00.123 America/New_York EDT',
      '2024-07-01 12:00:00 Asia/Seoul KST',
      Buffer.from('0fa0', 'hex'),
      'red',
    ],
    [
      1,
      32767,
      '0.00',
      -0.25,
      '    ',
      '',
      '0001-01-01',
      '00:00:00',
      '2038-01-19 03:14:07',
      '0000-00-00 00:00:00.000',
      null,
      null,
      null,
      null,
    ],
  ],
};

/** The same as the port has them. */
const EXACT_ROWS = [
  [
    -2147483648,
    -5,
    { kind: 'decimal', text: '-12.30' },
    0.5,
    'ab  ',
    "it's 가",
    '2024-02-29',
    '23:59:58',
    '1970-01-01 00:00:01',
    '9999-12-31 23:59:59.999',
    '2024-07-01 12:00:00.123 America/New_York EDT',
    '2024-07-01 12:00:00 Asia/Seoul KST',
    Buffer.from('0fa0', 'hex'),
    'red',
  ],
  [
    1,
    32767,
    { kind: 'decimal', text: '0.00' },
    -0.25,
    '    ',
    '',
    '0001-01-01',
    '00:00:00',
    '2038-01-19 03:14:07',
    '0000-00-00 00:00:00.000',
    null,
    null,
    null,
    null,
  ],
];

describe('node-cubrid 11 through the adapter', () => {
  it('says what it cannot do', async () => {
    const { capabilities, name, version } = await nodeCubrid.current();
    expect({ name, version, capabilities }).toEqual({
      name: 'node-cubrid',
      version: '11.0.0',
      capabilities: {
        compileOnlyPrepare: false,
        cancel: false,
        planWithoutRunning: false,
        serverTimeLimit: false,
      },
    });
  });

  it('logs in, turns auto-commit off, changes, commits and says goodbye', async () => {
    const { broker, database } = await start([{ sql: 'UPDATE t SET id = 3', type: 22, count: 2 }]);
    const connection = await connect(broker);
    expect(connection.engineVersion).toBe('11.4.0.1460');
    expect(database.parameters.get(2)).toBe(1_500);
    const update = await connection.prepare('UPDATE t SET id = 3', SOON);
    expect(broker.prepared).toEqual([]);
    expect([update.kind, update.parameterCount, update.columns]).toEqual(['UPDATE', 0, []]);
    expect(await update.execute([], RUN)).toEqual({ affectedRows: 2 });
    expect(database.ran.at(-1)).toMatchObject({ sql: 'UPDATE t SET id = 3', outcome: 'open' });
    await connection.commit(SOON);
    await connection.close();
    expect(database.ran.at(-1)?.outcome).toBe('committed');
    expect(broker.endings).toEqual(['commit']);
    expect(broker.requests.at(-1)?.name).toBe('CON_CLOSE');
    // The version is asked before anything else, where auto-commit has nothing to commit.
    expect(broker.requests[0]?.name).toBe('GET_DB_VERSION');
    expect(database.mistakes.filter((mistake) => mistake !== 'EXECUTE with QUERY_ALL')).toEqual([
      'GET_DB_VERSION with autocommit 1',
    ]);
    expect(broker.violations).toEqual([]);
  });

  it('hands out every type it reads exactly, as the built-in client does', async () => {
    const { broker } = await start([EXACT]);
    const connection = await connect(broker);
    const { rows, columns } = await rowsOf(connection, EXACT.sql as string);
    expect(rows).toEqual(EXACT_ROWS);
    expect(columns.slice(0, 3)).toEqual([
      { name: 'id', type: 'Int', precision: 10, scale: 0, nullable: false, table: 'dba.exact' },
      { name: 'small', type: 'Short', precision: 5, scale: 0, nullable: true },
      { name: 'price', type: 'Numeric', precision: 10, scale: 2, nullable: true },
    ]);
    await connection.close();
  });

  it.each<[string, WireColumn, WireValue, unknown]>([
    ['BIGINT beyond 32 bits', { name: 'n', type: 'BIGINT', precision: 19 }, 4_294_967_301n, 4_294_967_301n],
    [
      'NUMERIC of many digits',
      { name: 'n', type: 'NUMERIC', precision: 38, scale: 2 },
      '12345678901234567890.12',
      { kind: 'decimal', text: '12345678901234567890.12' },
    ],
    ['collections of numbers', { name: 's', type: 'SET', elementType: 'INT', precision: 0 }, [1, 2], [1, 2]],
    [
      'collections of texts',
      { name: 's', type: 'MULTISET', elementType: 'VARCHAR', precision: 0 },
      ['a'],
      ['a'],
    ],
    ['JSON', { name: 'j', type: 'JSON', precision: 0 }, '{"a":1}', '{"a":1}'],
    [
      'types that nobody knows',
      { name: 'g', type: 99, precision: 0 },
      Buffer.from('beef', 'hex'),
      { kind: 'opaque', typeCode: 99, bytes: Buffer.from('beef', 'hex') },
    ],
  ])('gets %s right, which the package itself misreads', async (_what, column, value, expected) => {
    const { broker } = await start([{ sql: 'SELECT v', columns: [column], rows: [[value], [null]] }]);
    const connection = await connect(broker);
    expect((await rowsOf(connection, 'SELECT v')).rows).toEqual([[expected], [null]]);
    await connection.close();
  });

  it('reads a long result reply by reply, skips rows, and counts without reading on', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => [index + 1, 'x'.repeat(100)]);
    const columns = [
      { name: 'n', type: 'INT' as const },
      { name: 'text', type: 'VARCHAR' as const },
    ];
    const { broker, database } = await start([{ sql: 'SELECT n, text FROM long', columns, rows }]);
    const connection = await connect(broker);
    const statement = await connection.prepare('SELECT n, text FROM long', SOON);
    const whole = await statement.execute([], RUN);
    const seen = [];
    for (let batch = await whole.resultSet!.read(50, SOON); batch.length > 0;) {
      expect(batch.length).toBeLessThanOrEqual(50);
      seen.push(...batch);
      batch = await whole.resultSet!.read(50, SOON);
    }
    expect(seen).toEqual(rows);
    const part = await statement.execute([], { ...RUN, startRow: 500 });
    expect((await part.resultSet!.read(2, SOON)).map(([n]) => n)).toEqual([501, 502]);
    expect(await part.resultSet!.countRows(SOON)).toBe(900);
    await statement.close();
    expect(broker.requests.filter(({ name }) => name === 'CLOSE_REQ_HANDLE')).toHaveLength(3);
    expect(database.mistakes.filter((mistake) => mistake.startsWith('FETCH'))).toEqual([]);
    await connection.close();
  });

  it('writes parameters as literals that the server reads as the same values', async () => {
    const sql = 'SELECT \'?\', ?, ? FROM t WHERE "a?" = ? -- ?';
    const expected = `SELECT '?',  'it''s \\ ?' ,  (-5)  FROM t WHERE "a?" =  NULL  -- ?`;
    const { broker, database } = await start([
      { sql: expected, columns: [{ name: 'x', type: 'INT' }], rows: [] },
    ]);
    const connection = await connect(broker);
    expect(await rowsOf(connection, sql, ["it's \\ ?", -5, null])).toMatchObject({ rows: [] });
    expect(database.ran.at(-1)?.sql).toBe(expected);
    await connection.close();
  });

  it('refuses a text that is two statements to this server, because the package would run both', async () => {
    const { broker } = await start([probeRule({ noBackslashEscapes: false })]);
    const connection = await connect(broker);
    expect(await connection.lexicalSettings()).toEqual({ ansiQuotes: true, noBackslashEscapes: false });
    await expect(connection.prepare("SELECT '\\'; DROP TABLE t; --'", SOON)).resolves.toBeDefined();
    await expect(connection.prepare("SELECT 'a'; DROP TABLE t", SOON)).rejects.toMatchObject({
      layer: 'input',
      message: 'The server would read 2 statements here, not one.',
    });
    await connection.close();
  });

  it('refuses a database that does not write UTF-8', async () => {
    const { broker } = await start([probeRule({ utf8: false })]);
    await expect(connect(broker)).rejects.toMatchObject({
      layer: 'driver',
      message: expect.stringContaining('reads UTF-8 only'),
    });
  });

  it("passes the engine's words on", async () => {
    const { broker } = await start([
      {
        sql: 'SELECT nope',
        prepareError: { code: -494, message: 'Semantic: Attribute "nope" was not found.' },
      },
      { sql: 'UPDATE t SET a = 1', type: 22, executeError: { code: -72, message: 'Deadlock.' } },
      { sql: 'DELETE FROM t', type: 23, executeError: { indicator: -1, code: -1012, message: '' } },
    ]);
    const connection = await connect(broker);
    const run = async (sql: string) => (await connection.prepare(sql, SOON)).execute([], RUN);
    await expect(run('SELECT nope')).rejects.toMatchObject({
      layer: 'engine',
      code: -494,
      message: 'CoraDB error -494: Semantic: Attribute "nope" was not found.',
      transactionLost: false,
    });
    await expect(run('UPDATE t SET a = 1')).rejects.toMatchObject({ code: -72, transactionLost: true });
    await expect(run('DELETE FROM t')).rejects.toMatchObject({
      layer: 'broker',
      message: expect.stringContaining('Broker error -10012: no more rows'),
    });
    await connection.rollback(SOON);
    expect(broker.endings).toEqual(['rollback']);
    await connection.close();
  });

  it('reports a refused login without the password', async () => {
    const { broker } = await start([], { users: { dba: 'secret' } });
    const error: unknown = await connect(broker, { password: 'wrong-password' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      layer: 'engine',
      code: -171,
      message: 'CoraDB error -171: Incorrect or missing password.',
    });
    expect(JSON.stringify([error, (error as Error).stack])).not.toContain('wrong-password');
    expect(broker.accepted).toBe(1);
  });

  it('tries the next broker of a list when one refuses', async () => {
    const { broker } = await start([]);
    const other = await ReplayBroker.start(new ScriptedDatabase());
    const { port } = other;
    await other.stop();
    const connection = await connect(broker, { host: `127.0.0.1:${port},127.0.0.1:${broker.port}` });
    expect(broker.logins).toHaveLength(1);
    await connection.close();
    await expect(connect(broker, { port })).rejects.toMatchObject({
      layer: 'broker',
      message: `Could not work with CoraDB at 127.0.0.1:${port} (connect): connection refused`,
    });
  });
});

describe('a connection of node-cubrid 11 that goes wrong', () => {
  const ENDLESS: StatementRule = {
    sql: 'SELECT endless',
    columns: [{ name: 'x', type: 'INT' }],
    runs: 'for ever',
  };

  it('ends a request over its time, and drops the socket', async () => {
    const { broker } = await start([ENDLESS]);
    const connection = await connect(broker);
    const statement = await connection.prepare('SELECT endless', SOON);
    await expect(statement.execute([], { ...RUN, timeoutMs: 50 })).rejects.toMatchObject({
      layer: 'broker',
      message: `Could not work with CoraDB at 127.0.0.1:${broker.port} (execute): no answer within 50 ms`,
    });
    await broker.until(({ openSockets }) => openSockets === 0);
    await expect(connection.rollback(SOON)).rejects.toBeInstanceOf(ConnectionLostError);
    await connection.close();
  });

  it('ends what waits when it is dropped', async () => {
    const { broker } = await start([ENDLESS]);
    const connection = await connect(broker);
    const statement = await connection.prepare('SELECT endless', SOON);
    const running = statement.execute([], RUN);
    await broker.until(({ requests }) => requests.some(({ sql }) => sql === 'SELECT endless'));
    connection.destroy();
    await expect(running).rejects.toBeInstanceOf(ConnectionLostError);
    await broker.until(({ openSockets }) => openSockets === 0);
  });

  it('never connects again by itself, which would switch auto-commit on', async () => {
    const { broker } = await start(
      [{ sql: 'UPDATE t SET a = 1', type: 22, count: 1 }],
      {},
      { faults: [{ at: 'PREPARE_AND_EXECUTE', nth: 2, fault: { kind: 'reset' } }] },
    );
    const connection = await connect(broker);
    const update = async () => (await connection.prepare('UPDATE t SET a = 1', SOON)).execute([], RUN);
    await expect(update()).rejects.toBeInstanceOf(ConnectionLostError);
    await expect(update()).rejects.toBeInstanceOf(ConnectionLostError);
    await expect(connection.commit(SOON)).rejects.toMatchObject({
      hint: 'The commit may or may not have taken effect: look at the data before trying again.',
    });
    expect(broker.logins).toHaveLength(1);
    await connection.close();
  });

  it('survives the package falling over a reply that it misreads', async () => {
    const columns: WireColumn[] = [
      { name: 's', type: 'SET', elementType: 'INT', precision: 0 },
      { name: 'd', type: 'DOUBLE', precision: 15 },
    ];
    // Of the set the package reads 4 of 9 bytes; what follows it takes for a DOUBLE, and there are too few bytes.
    const { broker } = await start([{ sql: 'SELECT s, d FROM t', columns, rows: [[[null], null]] }]);
    const connection = await connect(broker);
    await expect(rowsOf(connection, 'SELECT s, d FROM t')).rejects.toMatchObject({
      message: expect.stringMatching(/\(execute\): the driver package node-cubrid 11.0.0 failed: /),
      hint: 'Set CORADB_DRIVER=broker to use the built-in client.',
    });
    await connection.close();
  });

  it('ends connecting to a broker that never answers within the limit', async () => {
    const { broker } = await start([], {}, { faults: [{ at: 'openDatabase', fault: { kind: 'hang' } }] });
    await expect(connect(broker, {}, 80)).rejects.toMatchObject({
      layer: 'broker',
      message: `Could not work with CoraDB at 127.0.0.1:${broker.port} (connect): no answer within 80 ms`,
    });
    await broker.until(({ openSockets }) => openSockets === 0);
  });

  it.each(['handshake', 'openDatabase'])(
    'notices at once that the broker closes at the step %s',
    async (at) => {
      const { broker } = await start([], {}, { faults: [{ at, fault: { kind: 'cut', bytes: 3 } }] });
      await expect(connect(broker, {}, 60_000)).rejects.toMatchObject({
        layer: 'broker',
        message: `Could not work with CoraDB at 127.0.0.1:${broker.port} (connect): the connection was closed`,
      });
    },
  );

  it.each([0, 1, 4, 9, 60, 150, 250])(
    'ends a request whose reply breaks off after %i bytes',
    async (bytes) => {
      const { broker } = await start(
        [EXACT],
        {},
        { faults: [{ at: 'PREPARE_AND_EXECUTE', nth: 2, fault: { kind: 'cut', bytes } }] },
      );
      const connection = await connect(broker);
      await expect(rowsOf(connection, EXACT.sql as string)).rejects.toMatchObject({
        message: `Could not work with CoraDB at 127.0.0.1:${broker.port} (execute): the connection was closed`,
      });
      await connection.close();
    },
  );

  it.each([1, 2, 3, 5])('reads replies that come in pieces of %i bytes', async (size) => {
    const faults = ['PREPARE_AND_EXECUTE', 'GET_DB_VERSION', 'END_TRAN'].map((at) => ({
      at,
      fault: { kind: 'split' as const, size },
    }));
    const { broker } = await start(
      [{ sql: 'SELECT a', columns: [{ name: 'a', type: 'VARCHAR' }], rows: [['가나다']] }],
      {},
      { faults },
    );
    const connection = await connect(broker);
    expect((await rowsOf(connection, 'SELECT a')).rows).toEqual([['가나다']]);
    await connection.commit(SOON);
    await connection.close();
  });

  it('gives up connecting when the call is cancelled', async () => {
    const { broker } = await start([], {}, { faults: [{ at: 'openDatabase', fault: { kind: 'hang' } }] });
    const cancel = new AbortController();
    const driver = await nodeCubrid.current();
    const connecting = driver.connect(loginFor(broker), {
      timeoutMs: 5_000,
      signal: cancel.signal,
      lockTimeoutMs: 0,
      readOnly: true,
    });
    void broker.until(({ logins }) => logins.length === 1).then(() => cancel.abort());
    await expect(connecting).rejects.toMatchObject({
      message: expect.stringContaining('the call was cancelled'),
    });
  });
});

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
      hint: expect.stringContaining('CORADB_DRIVER=broker'),
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

describe('the catalog of a CUBRID server through node-cubrid 11', () => {
  it.each(['dba', 'reader'] as const)('gives %s the same schema as the built-in client', async (user) => {
    const { broker, database } = await start(catalogRules(user));
    const connection = await connect(broker, { user });
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 20_000 });
    await connection.close();
    expect(`${printSchemaText(model)}\n`).toBe(catalogText(user));
    expect(database.unknown).toEqual([]);
    expect(broker.endings).not.toContain('commit');
  });
});
