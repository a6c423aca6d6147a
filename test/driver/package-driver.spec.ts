import { EXACT, EXACT_ROWS } from '../helpers/exact-types.js';
import { describe, expect, it } from 'vitest';
import { RUN, SOON } from '../helpers/broker-connect.js';
import { type WireColumn, type WireValue } from '../helpers/frame-builder.js';
import { nodeCubrid, connect, rowsOf, start, stopBrokersAfterEach } from '../helpers/package-connect.js';
import { probeRule } from '../helpers/package-probe.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

stopBrokersAfterEach();

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
    const part = await statement.execute([], { ...RUN, skip: 500 });
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
