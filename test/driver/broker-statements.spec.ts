import { afterEach, describe, expect, it } from 'vitest';
import type { OpaqueValue } from '../../src/driver/value.js';
import { connectTo, RUN, SOON } from '../helpers/broker-connect.js';
import { errorFrame, executeFrame, executeWithRowsFrame } from '../helpers/frame-builder.js';
import { ReplayBroker, type ReplayBrokerOptions } from '../helpers/replay-broker.js';
import { ScriptedDatabase, type ScriptedDatabaseOptions } from '../helpers/scripted-database.js';

const brokers: ReplayBroker[] = [];

async function start(options: ScriptedDatabaseOptions, brokerOptions?: ReplayBrokerOptions) {
  const database = new ScriptedDatabase(options);
  const broker = await ReplayBroker.start(database, brokerOptions);
  brokers.push(broker);
  return { database, broker };
}

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

const NUMBERS = {
  sql: 'SELECT n, name FROM numbers',
  columns: [
    { name: 'n', type: 'INT' as const, nullable: false, table: 'dba.numbers' },
    { name: 'name', type: 'VARCHAR' as const, precision: 300, table: 'dba.numbers' },
  ],
  rows: Array.from({ length: 500 }, (_, index) => [index + 1, `row ${index + 1} ${'x'.repeat(100)}`]),
};

/** Two rows behind a count of 1: the count is the first i32 of the body. */
const MORE_ROWS_THAN_COUNT = executeWithRowsFrame(NUMBERS.columns, NUMBERS.rows.slice(0, 2));
MORE_ROWS_THAN_COUNT.writeInt32BE(1, 8);

describe('statements over the broker protocol', () => {
  it('opens, prepares without running, reads all rows by position, and says goodbye', async () => {
    const { database, broker } = await start({ statements: [NUMBERS], engineVersion: '11.4.0.1460' });
    const connection = await connectTo(broker);
    expect(connection.engineVersion).toBe('11.4.0.1460');
    expect(connection.dialect.engine).toBe('CoraDB');
    const statement = await connection.prepare(NUMBERS.sql, SOON);
    expect(statement.kind).toBe('SELECT');
    expect(statement.parameterCount).toBe(0);
    expect(statement.columns).toEqual([
      { name: 'n', type: 'Int', precision: 10, scale: 0, nullable: false, table: 'dba.numbers' },
      { name: 'name', type: 'String', precision: 300, scale: 0, nullable: true, table: 'dba.numbers' },
    ]);
    expect(database.ran).toEqual([]);

    const { resultSet, affectedRows } = await statement.execute([], RUN);
    expect(affectedRows).toBeUndefined();
    const rows = [];
    for (
      let batch = await resultSet!.read(60, SOON);
      batch.length > 0;
      batch = await resultSet!.read(60, SOON)
    ) {
      expect(batch.length).toBeLessThanOrEqual(60);
      rows.push(...batch);
    }
    expect(rows).toEqual(NUMBERS.rows);
    expect(await resultSet!.countRows(SOON)).toBe(500);
    await statement.close();
    await connection.close();
    expect(broker.requests.at(-2)?.name).toBe('CLOSE_REQ_HANDLE');
    expect(broker.requests.at(-1)?.name).toBe('CON_CLOSE');
    expect(database.mistakes).toEqual([]);
    expect(broker.violations).toEqual([]);
  });

  it.each([0, 1, 137, 138, 499])('starts at row %i by fetching from there', async (skip) => {
    const { database, broker } = await start({ statements: [NUMBERS] });
    const connection = await connectTo(broker);
    const statement = await connection.prepare(NUMBERS.sql, SOON);
    const { resultSet } = await statement.execute([], { ...RUN, skip });
    expect((await resultSet!.read(1, SOON))[0]).toEqual(NUMBERS.rows[skip]);
    const fetches = broker.requests.filter((request) => request.name === 'FETCH');
    expect(fetches.map((fetch) => fetch.args[1]?.readInt32BE(0))).toEqual(skip === 0 ? [] : [skip + 1]);
    expect(await resultSet!.countRows(SOON)).toBe(500);
    await expect(resultSet!.read(1, SOON)).rejects.toThrow('cannot be read after its rows were counted');
    await connection.close();
    expect(database.mistakes).toEqual([]);
  });

  it.each([500, 501, 10_000])(
    'gives no rows and fetches nothing when it starts at row %i of 500',
    async (skip) => {
      const { database, broker } = await start({ statements: [NUMBERS] });
      const connection = await connectTo(broker);
      const statement = await connection.prepare(NUMBERS.sql, SOON);
      const { resultSet } = await statement.execute([], { ...RUN, skip });
      expect(await resultSet!.read(10, SOON)).toEqual([]);
      await connection.close();
      expect(broker.requests.some((request) => request.name === 'FETCH')).toBe(false);
      expect(database.mistakes).toEqual([]);
    },
  );

  it('binds parameters, counts changed rows, commits and rolls back', async () => {
    const { database, broker } = await start({
      statements: [
        { sql: 'UPDATE t SET a = ? WHERE b = ?', type: 22, markers: 2, count: 3 },
        { sql: 'CREATE TABLE x (a INT)', type: 4 },
      ],
    });
    const connection = await connectTo(broker);
    const update = await connection.prepare('UPDATE t SET a = ? WHERE b = ?', SOON);
    expect(update.kind).toBe('UPDATE');
    expect(update.parameterCount).toBe(2);
    expect(await update.execute([7, 'ß'], RUN)).toEqual({ affectedRows: 3 });
    await connection.commit(SOON);
    expect(await update.execute([null, { type: 'BIGINT', value: '9007199254740993' }], RUN)).toEqual({
      affectedRows: 3,
    });
    const create = await connection.prepare('CREATE TABLE x (a INT)', SOON);
    expect(await create.execute([], RUN)).toEqual({});
    await connection.rollback(SOON);
    await connection.close();
    expect(database.ran.map(({ binds, outcome }) => [binds.map((bind) => bind.value), outcome])).toEqual([
      // The charset of the database, before the ß leaves.
      [[], 'committed'],
      [[7, 'ß'], 'committed'],
      [[null, 9007199254740993n], 'rolled back'],
      [[], 'rolled back'],
    ]);
    expect(broker.endings).toEqual(['commit', 'commit', 'rollback']);
    expect(database.mistakes).toEqual([]);
  });

  it('sends the time limit in ms, never QUERY_ALL, and inline fetch for SELECT only', async () => {
    const { database, broker } = await start({
      statements: [NUMBERS, { sql: 'DELETE FROM t', type: 23 }],
    });
    const connection = await connectTo(broker);
    for (const sql of [NUMBERS.sql, 'DELETE FROM t']) {
      const statement = await connection.prepare(sql, SOON);
      await statement.execute([], { ...RUN, timeoutMs: 4321 });
    }
    await connection.close();
    const executes = broker.requests.filter((request) => request.name === 'EXECUTE');
    // Arguments of cas-protocol §4.4: 1 flag, 3 maxRows, 5 fetchFlag, 6 autocommit, 9 limit.
    expect(
      executes.map(({ args }) => [args[1]?.[0], args[3]?.readInt32BE(0), args[5]?.[0], args[6]?.[0]]),
    ).toEqual([
      [0, 0, 1, 0],
      [0, 0, 0, 0],
    ]);
    expect(executes.map(({ args }) => args[9]?.readInt32BE(0))).toEqual([4321, 4321]);
    expect(database.mistakes).toEqual([]);
  });

  it('ends the transaction of the login and sets the lock timeout before anything else', async () => {
    const { database, broker } = await start({ statements: [NUMBERS] });
    const connection = await connectTo(broker, { options: { lockTimeoutMs: 1234 } });
    expect(broker.requests.map((request) => request.name)).toEqual([
      'END_TRAN',
      'SET_DB_PARAMETER',
      'GET_DB_VERSION',
    ]);
    expect(broker.endings).toEqual(['commit']);
    expect(database.parameters).toEqual(new Map([[2, 1234]]));
    await connection.close();
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])(
    'asks once how the engine lexes: ansi quotes %s, no backslash escapes %s',
    async (ansiQuotes, noBackslashEscapes) => {
      const { database, broker } = await start({ statements: [NUMBERS], ansiQuotes, noBackslashEscapes });
      const connection = await connectTo(broker);
      expect(await connection.lexicalSettings()).toEqual({ ansiQuotes, noBackslashEscapes });
      expect(await connection.lexicalSettings()).toEqual({ ansiQuotes, noBackslashEscapes });
      const names = broker.requests.map((request) => request.name);
      expect(names.slice(2)).toEqual(['PREPARE_AND_EXECUTE']);
      await connection.prepare(NUMBERS.sql, SOON);
      // The probe's handle 1 is freed by the PREPARE, which may then use the number again.
      expect(
        broker.requests
          .at(-1)
          ?.args.slice(3)
          .map((arg) => arg.readInt32BE(0)),
      ).toEqual([1]);
      await connection.close();
      expect(database.mistakes).toEqual([]);
    },
  );

  it('fills the places that only the broker takes for markers', async () => {
    const sql = 'SELECT 1 AS "a?", ? AS b, [c?] FROM t -- ?';
    const { database, broker } = await start({
      statements: [{ sql, markers: 3, columns: [{ name: 'b', type: 'INT' }], rows: [[1]] }],
    });
    const connection = await connectTo(broker);
    const statement = await connection.prepare(sql, SOON);
    expect(statement.parameterCount).toBe(3);
    await statement.execute([42], RUN);
    await statement.execute([null, 43, null], RUN);
    await expect(statement.execute([1, 2], RUN)).rejects.toThrow(
      'The statement has 3 bind markers, but 2 parameters were given',
    );
    expect(database.ran.map(({ binds }) => binds.map((bind) => bind.value))).toEqual([
      [null, 42, null],
      [null, 43, null],
    ]);
    await connection.close();
  });

  it("shows the optimizer's plan without running, and an empty one", async () => {
    const plan = 'Query plan:\n\nsscan\n    class: t node[0]\n    cost:  1 card 1\n';
    const { database, broker } = await start({
      statements: [
        { ...NUMBERS, plan },
        { sql: 'DROP TABLE t', type: 9 },
      ],
    });
    const connection = await connectTo(broker);
    expect(await connection.plan(NUMBERS.sql, SOON)).toBe(plan);
    expect(await connection.plan('DROP TABLE t', SOON)).toBe('');
    expect(database.ran).toEqual([]);
    await connection.close();
  });

  it("passes the engine's own words on and keeps the connection", async () => {
    const { broker } = await start({
      statements: [
        {
          sql: 'SELECT nope',
          prepareError: { code: -494, message: 'Semantic: Attribute "nope" was not found.' },
        },
        { sql: 'INSERT INTO t VALUES (1)', executeError: { code: -670, message: 'unique' } },
        {
          sql: 'UPDATE t SET a = 1',
          type: 22,
          executeError: { code: -72, message: 'aborted by the system.' },
        },
        NUMBERS,
      ],
    });
    const connection = await connectTo(broker);
    await expect(connection.prepare('SELECT nope', SOON)).rejects.toMatchObject({
      layer: 'engine',
      code: -494,
      message: 'CoraDB error -494: Semantic: Attribute "nope" was not found.',
      transactionLost: false,
    });
    const insert = await connection.prepare('INSERT INTO t VALUES (1)', SOON);
    await expect(insert.execute([], RUN)).rejects.toMatchObject({ code: -670, transactionLost: false });
    const update = await connection.prepare('UPDATE t SET a = 1', SOON);
    await expect(update.execute([], RUN)).rejects.toMatchObject({ code: -72, transactionLost: true });
    expect((await connection.prepare(NUMBERS.sql, SOON)).kind).toBe('SELECT');
    await connection.close();
  });

  it('compiles once more when the plan became invalid, and runs', async () => {
    const invalid = errorFrame(-1, -10024, 'Invalid XASL tree node content.');
    const { database, broker } = await start(
      { statements: [NUMBERS] },
      { faults: [{ at: 'EXECUTE', nth: 1, fault: { kind: 'replace', bytes: invalid } }] },
    );
    const connection = await connectTo(broker);
    const statement = await connection.prepare(NUMBERS.sql, SOON);
    const { resultSet } = await statement.execute([], RUN);
    expect((await resultSet!.read(1, SOON))[0]).toEqual(NUMBERS.rows[0]);
    const [, again] = broker.requests.filter(({ name }) => name === 'PREPARE');
    // Flag 0x10, autocommit 0, and the old handle to be freed first.
    expect(again?.args.slice(1).map((arg) => arg.toString('hex'))).toEqual(['10', '00', '00000001']);
    await connection.close();
    expect(database.mistakes).toEqual([]);
  });

  it.each([7, 8, 9, 10, 11, 12, 15])('works with a server of protocol version %i', async (serverVersion) => {
    const { database, broker } = await start({ statements: [NUMBERS], serverVersion });
    const connection = await connectTo(broker);
    const statement = await connection.prepare(NUMBERS.sql, SOON);
    const { resultSet } = await statement.execute([], RUN);
    expect((await resultSet!.read(2, SOON)).length).toBe(2);
    await connection.close();
    expect(database.mistakes).toEqual([]);
  });

  it('shows a value of an unknown type as bytes with its type code', async () => {
    const sql = 'MATCH (v) RETURN v';
    const bytes = Buffer.from('0102ff', 'hex');
    const { broker } = await start({
      statements: [{ sql, columns: [{ name: 'v', type: 99 }], rows: [[bytes], [null]] }],
    });
    const connection = await connectTo(broker);
    const statement = await connection.prepare(sql, SOON);
    const { resultSet } = await statement.execute([], RUN);
    const [[value], [nothing]] = (await resultSet!.read(2, SOON)) as [[OpaqueValue], [null]];
    expect(value).toMatchObject({ kind: 'opaque', typeCode: 99 });
    expect(Buffer.from(value.bytes).toString('hex')).toBe('0102ff');
    expect(nothing).toBeNull();
    await connection.close();
  });

  it.each([
    ['an unknown handle', errorFrame(-1, -10006), 'BrokerError', 'unknown statement handle'],
    ['a broken request', errorFrame(-1, -10003), 'ConnectionLostError', 'could not read the request'],
    ['rows beyond the count', MORE_ROWS_THAN_COUNT, 'BrokerError', '2 rows came, but the result has 1'],
    [
      'a statement without its rows',
      executeFrame(1, 21),
      'ConnectionLostError',
      'do not follow the protocol',
    ],
  ])('EXECUTE answered with %s is a typed error with its place', async (_name, bytes, name, words) => {
    const { broker } = await start(
      { statements: [NUMBERS] },
      { faults: [{ at: 'EXECUTE', fault: { kind: 'replace', bytes } }] },
    );
    const connection = await connectTo(broker);
    const statement = await connection.prepare(NUMBERS.sql, SOON);
    const failure = statement.execute([], RUN);
    await expect(failure).rejects.toMatchObject({ name, layer: 'broker' });
    await expect(failure).rejects.toThrow(`127.0.0.1:${broker.port} (execute): `);
    await expect(failure).rejects.toThrow(words);
    if (name === 'ConnectionLostError') {
      await expect(connection.rollback(SOON)).rejects.toThrow('(rollback): nothing was sent');
      await broker.until(({ openSockets }) => openSockets === 0);
    }
    await connection.close();
  });

  it('refuses a second request while one runs', async () => {
    const { broker } = await start({ statements: [NUMBERS] });
    const connection = await connectTo(broker);
    const first = connection.prepare(NUMBERS.sql, SOON);
    await expect(connection.plan(NUMBERS.sql, SOON)).rejects.toThrow('busy');
    expect((await first).kind).toBe('SELECT');
    await connection.close();
  });
});
