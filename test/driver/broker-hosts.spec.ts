import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { askBroker, pingBroker } from '../../src/driver/coradb/wire/broker-port.js';
import { BrokerError, ConnectionLostError } from '../../src/driver/driver-errors.js';
import { connectTo, RUN, SOON } from '../helpers/broker-connect.js';
import { withFakeTime } from '../helpers/fake-time.js';
import { ReplayBroker, type ReplayBrokerOptions } from '../helpers/replay-broker.js';
import { ScriptedDatabase, type ScriptedDatabaseOptions } from '../helpers/scripted-database.js';
import { TEST_TLS } from '../helpers/test-tls.js';

const ONE = { sql: 'SELECT 1', columns: [{ name: '1', type: 'INT' as const }], rows: [[1]] };
const LONG = { sql: 'SELECT long', columns: ONE.columns, runs: 'until cancelled' as const };

const brokers: ReplayBroker[] = [];

async function start(
  options?: ReplayBrokerOptions,
  database?: ScriptedDatabaseOptions,
): Promise<ReplayBroker> {
  const broker = await ReplayBroker.start(
    new ScriptedDatabase({ statements: [ONE, LONG], ...database }),
    options,
  );
  brokers.push(broker);
  return broker;
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

describe('several brokers', () => {
  const hosts = (...ports: number[]): string => ports.map((port) => `127.0.0.1:${port}`).join(',');

  it('goes on after a refused connection, a full queue and a broken hello, in order', async () => {
    const full = await start({
      faults: [{ at: 'handshake', fault: { kind: 'replace', bytes: Buffer.from('ffffd8df', 'hex') } }],
    });
    const closing = await start({ faults: [{ at: 'handshake', fault: { kind: 'cut', bytes: 0 } }] });
    const good = await start();
    const unused = await start();
    const host = hosts(await freePort(), full.port, closing.port, good.port, unused.port);
    const connection = await connectTo(good, { login: { host } });
    expect([full.accepted, closing.accepted, good.accepted, unused.accepted]).toEqual([1, 1, 1, 0]);
    await connection.close();
  });

  it('leaves a silent broker in time for the next one', async () => {
    const silent = await start({ faults: [{ at: 'handshake', fault: { kind: 'hang' } }] });
    const good = await start();
    const connection = await withFakeTime(async (pass) => {
      const connecting = connectTo(good, {
        login: { host: hosts(silent.port, good.port) },
        options: { timeoutMs: 60_000 },
      });
      await silent.until(({ handshakes }) => handshakes.length === 1);
      await pass(30_000);
      return connecting;
    });
    expect(good.logins.length).toBe(1);
    await connection.close();
    await silent.until(({ openSockets }) => openSockets === 0);
  });

  it.each([
    ['a wrong password', { users: { dba: 'other' } }, 'engine', -171],
    ['an unknown database', { databases: ['other'] }, 'engine', -677],
  ])('stops at %s', async (_name, database, layer, code) => {
    const first = await start({}, database);
    const second = await start();
    const failure = connectTo(first, { login: { host: hosts(first.port, second.port) } });
    await expect(failure).rejects.toMatchObject({ layer, code });
    expect(second.accepted).toBe(0);
  });

  it('stops at an address that the access list rejects', async () => {
    const bytes = Buffer.from('ffffd8de', 'hex');
    const first = await start({ faults: [{ at: 'handshake', fault: { kind: 'replace', bytes } }] });
    const second = await start();
    await expect(connectTo(first, { login: { host: hosts(first.port, second.port) } })).rejects.toMatchObject(
      {
        code: -10018,
      },
    );
    expect(second.accepted).toBe(0);
  });

  it('names all of them when none works', async () => {
    const silent = await start({ faults: [{ at: 'handshake', fault: { kind: 'hang' } }] });
    const refused = await freePort();
    const failure = await withFakeTime(async (pass) => {
      const connecting = connectTo(silent, {
        login: { host: hosts(refused, silent.port) },
        options: { timeoutMs: 60_000 },
      }).catch((error: unknown) => error);
      await silent.until(({ handshakes }) => handshakes.length === 1);
      await pass(60_000);
      return connecting;
    });
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect((failure as Error).message).toMatch(
      new RegExp(
        `^Could not work with CoraDB at 127\\.0\\.0\\.1:${refused} \\(connect\\): connection refused; ` +
          `Could not work with CoraDB at 127\\.0\\.0\\.1:${silent.port} \\(hello\\): no answer within \\d+ ms$`,
      ),
    );
  });

  it('uses the port of the login for entries without one, and refuses what is no address', async () => {
    const good = await start();
    await (await connectTo(good, { login: { host: '127.0.0.1' } })).close();
    await expect(connectTo(good, { login: { host: 'a,,b' } })).rejects.toMatchObject({ layer: 'input' });
    await expect(connectTo(good, { login: { host: 'a:99999' } })).rejects.toMatchObject({ layer: 'input' });
  });

  it('ends at once when the caller cancels, wherever it is', async () => {
    const at = ['handshake', 'openDatabase', 'END_TRAN', 'GET_DB_VERSION'];
    for (const step of at) {
      const silent = await start({ faults: [{ at: step, fault: { kind: 'hang' } }] });
      const second = await start();
      const controller = new AbortController();
      const failure = connectTo(silent, {
        login: { host: hosts(silent.port, second.port) },
        options: { signal: controller.signal },
      }).catch((error: unknown) => error);
      await silent.until(({ handshakes, logins, requests }) =>
        step === 'handshake'
          ? handshakes.length === 1
          : step === 'openDatabase'
            ? logins.length === 1
            : requests.at(-1)?.name === step,
      );
      controller.abort();
      const error = await failure;
      expect(error).toBeInstanceOf(BrokerError);
      expect((error as Error).message).toContain('the call was cancelled');
      await silent.until(({ openSockets }) => openSockets === 0);
      expect(second.accepted).toBe(0);
    }
    const never = new AbortController();
    never.abort();
    const untouched = await start();
    await expect(connectTo(untouched, { options: { signal: never.signal } })).rejects.toThrow(
      'the call was cancelled',
    );
    expect(untouched.logins).toEqual([]);
  });
});

describe('servers', () => {
  it('a Windows broker: login on its second port, cancel on the first', async () => {
    const broker = await start({ secondPort: true });
    const connection = await connectTo(broker);
    const statement = await connection.prepare(LONG.sql, SOON);
    const failure = statement.execute([], RUN).catch((error: unknown) => error);
    await broker.until(({ requests }) => requests.at(-1)?.name === 'EXECUTE');
    await connection.cancel();
    expect(await failure).toMatchObject({ code: -4 });
    expect(broker.messages.length).toBe(1);
    await connection.close();
  });

  it('refuses a server older than protocol version 7, and another kind of database', async () => {
    const old = await start({}, { serverVersion: 6 });
    await expect(connectTo(old)).rejects.toThrow('protocol version 6; this client needs 7 or newer');
    const oracle = await start({}, { dbmsType: 3 });
    await expect(connectTo(oracle)).rejects.toThrow('another kind of database (type 3)');
    await Promise.all([old, oracle].map((broker) => broker.until(({ openSockets }) => openSockets === 0)));
  });
});

describe('TLS', () => {
  it('says that TLS is expected by one side only, both ways', async () => {
    const plain = await start();
    const secure = await start({ tls: TEST_TLS });
    for (const failure of [connectTo(plain, { driver: { tls: 'on' } }), connectTo(secure)]) {
      await expect(failure).rejects.toMatchObject({ code: -10103 });
      await expect(failure).rejects.toThrow('TLS expected by one side only');
    }
  });

  it('verify refuses a certificate that nobody vouches for; the password is not sent', async () => {
    const broker = await start({ tls: TEST_TLS });
    const failure = connectTo(broker, { driver: { tls: 'verify' } });
    await expect(failure).rejects.toThrow(
      `Could not work with CoraDB at 127.0.0.1:${broker.port} (tls): the broker's certificate is self-signed and not trusted`,
    );
    await broker.until(({ openSockets }) => openSockets === 0);
    expect(broker.logins).toEqual([]);
  });

  it('on accepts it, verify accepts it with the CA file, and cancel stays plain', async () => {
    const broker = await start({ tls: TEST_TLS });
    await (await connectTo(broker, { driver: { tls: 'on' } })).close();
    const connection = await connectTo(broker, { driver: { tls: 'verify', ca: TEST_TLS.cert } });
    const statement = await connection.prepare(LONG.sql, SOON);
    const failure = statement.execute([], RUN).catch((error: unknown) => error);
    await broker.until(({ requests }) => requests.at(-1)?.name === 'EXECUTE');
    await connection.cancel();
    expect(await failure).toMatchObject({ code: -4 });
    expect(broker.messages[0]?.port).toBeGreaterThan(0);
    await connection.close();
  });

  it('explains a broker that answers TLS with a plain error frame', async () => {
    // cas-protocol §8: what a CAS with a missing or expired certificate sends in place of its ServerHello.
    const plainFrame = Buffer.from('0000000800ffffffffffffffffffd8ed', 'hex');
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.alloc(4));
        socket.once('data', () => socket.end(plainFrame));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failure = connectTo({ host: '127.0.0.1', port }, { driver: { tls: 'on' } });
    await expect(failure).rejects.toThrow('(tls): the broker does not speak TLS after its hello');
    await expect(failure).rejects.toMatchObject({
      hint: expect.stringContaining('the certificate of the broker'),
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it('works with TLS behind the second port of a Windows broker', async () => {
    const broker = await start({ tls: TEST_TLS, secondPort: true });
    const connection = await connectTo(broker, { driver: { tls: 'verify', ca: TEST_TLS.cert } });
    expect((await connection.prepare(ONE.sql, SOON)).kind).toBe('SELECT');
    await connection.close();
  });
});

describe('asking the broker', () => {
  it('sends nothing that is not wanted any more', async () => {
    const broker = await start();
    const unwanted = AbortSignal.abort();
    const { signal } = new AbortController();
    expect(await askBroker(broker, 'cancel', Buffer.alloc(10), { signal, unwanted })).toBeUndefined();
    expect(broker.messages).toEqual([]);
    expect(broker.violations).toEqual([]);
  });

  it('says "connection refused" for a name with several addresses, too', async () => {
    const port = await freePort();
    await expect(connectTo({ host: 'localhost', port })).rejects.toThrow(
      `Could not work with CoraDB at localhost:${port} (connect): connection refused`,
    );
    const broker = await start();
    await (await connectTo(broker, { login: { host: 'localhost' } })).close();
  });
});

describe('health checks', () => {
  it('ping asks the broker and does not log in', async () => {
    const broker = await start();
    await pingBroker(broker, { timeoutMs: 1_000 });
    expect(broker.messages.map(({ kind }) => kind)).toEqual(['PING']);
    expect(broker.logins).toEqual([]);
    const secure = await start({ tls: TEST_TLS });
    await pingBroker(secure, { timeoutMs: 1_000 });
    for (const one of [broker, secure]) await one.until(({ openSockets }) => openSockets === 0);
  });

  it('a silent broker and a refusal are errors within the limit', async () => {
    const silent = await start({
      faults: [{ at: 'message', fault: { kind: 'hang' } }],
    });
    await withFakeTime(async (pass) => {
      const ping = expect(pingBroker(silent, { timeoutMs: 5_000 })).rejects.toThrow(
        '(ping): no answer within 5000 ms',
      );
      await silent.until(({ messages }) => messages.length === 1);
      await pass(5_000);
      await ping;
    });
    const full = await start({
      faults: [{ at: 'message', fault: { kind: 'replace', bytes: Buffer.from('ffffd8df', 'hex') } }],
    });
    await expect(pingBroker(full, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: -10017 });
    for (const one of [silent, full]) await one.until(({ openSockets }) => openSockets === 0);
  });
});
