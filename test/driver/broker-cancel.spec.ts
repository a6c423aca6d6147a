import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/driver/driver.js';
import { ConnectionLostError } from '../../src/driver/driver-errors.js';
import { connectTo, RUN, SOON } from '../helpers/broker-connect.js';
import { errorFrame, INACTIVE } from '../helpers/frame-builder.js';
import { ReplayBroker, type ReplayBrokerOptions } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

const ONE = { sql: 'SELECT 1', columns: [{ name: '1', type: 'INT' as const }], rows: [[1]] };
const LONG = { sql: 'SELECT long', columns: ONE.columns, runs: 'until cancelled' as const };
const ENDLESS = { sql: 'SELECT SLEEP(20)', columns: ONE.columns, runs: 'for ever' as const };
const LIMITED = { sql: 'SELECT limited', columns: ONE.columns, runs: 'until its time limit' as const };

const brokers: ReplayBroker[] = [];

async function start(options?: ReplayBrokerOptions) {
  const database = new ScriptedDatabase({ statements: [ONE, LONG, ENDLESS, LIMITED] });
  const broker = await ReplayBroker.start(database, options);
  brokers.push(broker);
  return { database, broker, connection: await connectTo(broker) };
}

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

async function run(connection: Connection, sql: string, timeoutMs = 5_000) {
  const statement = await connection.prepare(sql, SOON);
  return statement.execute([], { ...RUN, timeoutMs });
}

const executing = ({ requests }: ReplayBroker): boolean => requests.at(-1)?.name === 'EXECUTE';

describe('cancel', () => {
  it(
    'reaches the broker within 100 ms with process id and port, and the transaction lives on',
    { retry: 2 },
    async () => {
      const { broker, connection } = await start();
      await run(connection, ONE.sql);
      const failure = run(connection, LONG.sql).catch((error: unknown) => error);
      await broker.until(({ requests }) => requests.filter(({ name }) => name === 'EXECUTE').length === 2);
      const asked = performance.now();
      const cancelled = connection.cancel();
      await broker.until(({ messages }) => messages.length === 1);
      expect(performance.now() - asked).toBeLessThan(100);
      await cancelled;
      expect(await failure).toMatchObject({ layer: 'engine', code: -4 });
      expect(broker.messages[0]).toMatchObject({ kind: 'cancel QC', pid: 4321 });
      expect(broker.messages[0]?.port).toBeGreaterThan(0);
      expect((await run(connection, ONE.sql)).resultSet).toBeDefined();
      await connection.close();
      // Handshake connection and one for the cancel message, nothing else.
      expect(broker.accepted).toBe(2);
    },
  );

  it('sends nothing when nothing runs', async () => {
    const { broker, connection } = await start();
    await connection.cancel();
    await run(connection, ONE.sql);
    await connection.cancel();
    await connection.commit(SOON);
    await connection.cancel();
    await connection.close();
    await connection.cancel();
    expect(broker.messages).toEqual([]);
    expect(broker.accepted).toBe(1);
  });

  it('never interrupts a commit', async () => {
    let release: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => (release = resolve));
    const { broker, connection } = await start({
      faults: [{ at: 'END_TRAN', nth: 2, fault: { kind: 'hold', until } }],
    });
    await run(connection, ONE.sql);
    const committed = connection.commit(SOON);
    await broker.until(({ endings }) => endings.length === 2);
    await connection.cancel();
    expect(broker.messages).toEqual([]);
    release();
    await committed;
    await connection.close();
  });

  it('sends one message for several calls at once', async () => {
    const { broker, connection } = await start();
    const failure = run(connection, LONG.sql).catch((error: unknown) => error);
    await broker.until(executing);
    await Promise.all([connection.cancel(), connection.cancel(), connection.cancel()]);
    expect(await failure).toMatchObject({ code: -4 });
    expect(broker.messages.length).toBe(1);
    await connection.close();
  });

  it('may be tried again when the statement goes on', async () => {
    const { broker, connection } = await start();
    const failure = run(connection, ENDLESS.sql).catch((error: unknown) => error);
    await broker.until(executing);
    await connection.cancel();
    await connection.cancel();
    expect(broker.messages.length).toBe(2);
    connection.destroy();
    const error = await failure;
    expect(error).toBeInstanceOf(ConnectionLostError);
    expect((error as Error).message).toContain('(execute): the connection was dropped');
  });

  it('that came too late is absorbed, so that the next statement can be cancelled', async () => {
    // The broker's answer to the message waits; the statement ends by itself meanwhile (cas-protocol §7.1).
    let answerMessage: (value?: unknown) => void = () => undefined;
    let answerExecute: (value?: unknown) => void = () => undefined;
    const message = new Promise((resolve) => (answerMessage = resolve));
    const execute = new Promise((resolve) => (answerExecute = resolve));
    const { broker, connection } = await start({
      faults: [
        { at: 'message', nth: 1, fault: { kind: 'hold', until: message } },
        { at: 'EXECUTE', nth: 1, fault: { kind: 'hold', until: execute } },
      ],
    });
    const first = run(connection, ONE.sql);
    await broker.until(executing);
    const cancelled = connection.cancel();
    await broker.until(({ messages }) => messages.length === 1);
    answerExecute();
    const next = first.then(() => connection.prepare(ONE.sql, SOON));
    answerMessage();
    await cancelled;
    expect((await first).resultSet).toBeDefined();
    expect((await next).kind).toBe('SELECT');
    // Login asks for the version once; the second time it takes the deafness upon itself, before the PREPARE.
    const names = broker.requests.map(({ name }) => name);
    expect(names).toEqual(['END_TRAN', 'GET_DB_VERSION', 'PREPARE', 'EXECUTE', 'GET_DB_VERSION', 'PREPARE']);
    await connection.close();
  });

  it('is absorbed, too, when the broker had answered the message long before the statement ended', async () => {
    let answerExecute: (value?: unknown) => void = () => undefined;
    const execute = new Promise((resolve) => (answerExecute = resolve));
    const { broker, connection } = await start({
      faults: [{ at: 'EXECUTE', nth: 1, fault: { kind: 'hold', until: execute } }],
    });
    const first = run(connection, ONE.sql);
    await broker.until(executing);
    await connection.cancel();
    answerExecute();
    expect((await first).resultSet).toBeDefined();
    await connection.rollback(SOON);
    await connection.rollback(SOON);
    const names = broker.requests.map(({ name }) => name).slice(2);
    expect(names).toEqual(['PREPARE', 'EXECUTE', 'GET_DB_VERSION', 'END_TRAN', 'END_TRAN']);
    await connection.close();
  });

  it('a broker that does not answer the message holds up nothing but the cancel', async () => {
    const { broker, connection } = await start({ faults: [{ at: 'message', fault: { kind: 'reset' } }] });
    const failure = run(connection, ENDLESS.sql).catch((error: unknown) => error);
    await broker.until(executing);
    await connection.cancel();
    connection.destroy();
    expect(await failure).toBeInstanceOf(ConnectionLostError);
  });
});

describe('time limits of a request', () => {
  it("the engine's own limit comes first and leaves the connection usable", async () => {
    const { connection } = await start();
    await expect(run(connection, LIMITED.sql, 50)).rejects.toMatchObject({ layer: 'engine', code: -4 });
    expect((await run(connection, ONE.sql)).resultSet).toBeDefined();
    await connection.close();
  });

  it('a silent broker gets a cancel message before the socket is dropped, and the caller an error at once', async () => {
    const { broker, connection } = await start();
    const started = performance.now();
    const failure = await run(connection, ENDLESS.sql, 50).catch((error: unknown) => error);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect((failure as Error).message).toMatch(/\(execute\): no answer within 1050 ms$/);
    await broker.until(({ openSockets }) => openSockets === 0);
    expect(broker.messages).toEqual([expect.objectContaining({ kind: 'cancel QC', pid: 4321 })]);
    await expect(connection.rollback(SOON)).rejects.toThrow(
      'nothing was sent: no answer within 1050 ms before',
    );
    await connection.close();
  });

  it('close gives up a silent broker within its own limit', async () => {
    const { broker, connection } = await start({ faults: [{ at: 'CON_CLOSE', fault: { kind: 'hang' } }] });
    const started = performance.now();
    await Promise.all([connection.close({ timeoutMs: 100 }), connection.close()]);
    expect(performance.now() - started).toBeLessThan(10_000);
    await broker.until(({ openSockets }) => openSockets === 0);
  });

  it('close while a statement runs drops the connection', async () => {
    const { broker, connection } = await start();
    const failure = run(connection, ENDLESS.sql).catch((error: unknown) => error);
    await broker.until(executing);
    await connection.close();
    expect(await failure).toBeInstanceOf(ConnectionLostError);
    await broker.until(({ openSockets }) => openSockets === 0);
    expect(broker.requests.some(({ name }) => name === 'CON_CLOSE')).toBe(false);
  });
});

describe('a commit whose reply does not come', () => {
  it.each([-111, -199, -224])('is unknown after engine error %i', async (code) => {
    const broker = await ReplayBroker.start(new ScriptedDatabase({ statements: [ONE] }), {
      faults: [
        { at: 'END_TRAN', nth: 2, fault: { kind: 'replace', bytes: errorFrame(-2, code, 'no', INACTIVE) } },
      ],
    });
    brokers.push(broker);
    const connection = await connectTo(broker);
    await run(connection, ONE.sql);
    const failure = connection.commit(SOON);
    await expect(failure).rejects.toBeInstanceOf(ConnectionLostError);
    await expect(failure).rejects.toMatchObject({ code });
    await connection.close();
  });

  it('is known to have failed when a trigger invalidated the transaction (−529)', async () => {
    const broker = await ReplayBroker.start(new ScriptedDatabase({ statements: [ONE] }), {
      faults: [
        { at: 'END_TRAN', nth: 2, fault: { kind: 'replace', bytes: errorFrame(-2, -529, 'no', INACTIVE) } },
      ],
    });
    brokers.push(broker);
    const connection = await connectTo(broker);
    await expect(connection.commit(SOON)).rejects.toMatchObject({ layer: 'engine', code: -529 });
    await connection.close();
  });
});
