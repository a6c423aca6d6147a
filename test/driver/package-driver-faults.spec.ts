import { settingName } from '../../src/errors/edge-names.js';
import { EXACT } from '../helpers/exact-types.js';
import { describe, expect, it } from 'vitest';
import { ConnectionLostError } from '../../src/driver/driver-errors.js';
import { loginFor, RUN, SOON } from '../helpers/broker-connect.js';
import { type WireColumn } from '../helpers/frame-builder.js';
import { nodeCubrid, connect, rowsOf, start, stopBrokersAfterEach } from '../helpers/package-connect.js';
import { type StatementRule } from '../helpers/scripted-database.js';

stopBrokersAfterEach();

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
      hint: `Set ${settingName('driver')}=broker to use the built-in client.`,
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
