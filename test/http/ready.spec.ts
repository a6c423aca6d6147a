import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../helpers/broker-faults.js';
import { withFakeTime } from '../helpers/fake-time.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { send, type RawReply } from '../helpers/raw-request.js';
import { ReplayBroker, type FaultRule } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

/** The wait that a probe is never kept longer than, in ms. */
const DEADLINE_MS = 2_000;
/** How long an answer serves all probes, in ms. */
const FRESH_MS = 1_000;
/** `PING` and six zeros (cas-protocol §13.6): the one thing that may be sent. */
const PING = { kind: 'PING' };

const UP = {
  status: 'ok',
  info: { server: { status: 'up' }, broker: { status: 'up', responseTime: expect.any(Number) as number } },
  error: {},
  details: { server: { status: 'up' }, broker: { status: 'up', responseTime: expect.any(Number) as number } },
};

function down(message: string): object {
  const broker = { status: 'down', message, responseTime: expect.any(Number) as number };
  return {
    status: 'error',
    info: { server: { status: 'up' } },
    error: { broker },
    details: { server: { status: 'up' }, broker },
  };
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

async function startBroker(...faults: readonly FaultRule[]): Promise<ReplayBroker> {
  const broker = await ReplayBroker.start(new ScriptedDatabase({}), { faults });
  ends.push(() => broker.stop());
  return broker;
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

const ready = (server: HttpServer): Promise<RawReply> =>
  send(server.origin, { path: '/health/ready', method: 'GET', headers: { 'content-type': undefined } });

/** Nothing but the ping has reached the broker, and nothing is left open there. */
async function expectOnlyPings(broker: ReplayBroker, count = 1): Promise<void> {
  await broker.until(({ openSockets }) => openSockets === 0);
  expect(broker.messages).toMatchObject(Array.from({ length: count }, () => PING));
  expect([broker.handshakes, broker.logins, broker.requests, broker.violations]).toEqual([[], [], [], []]);
}

const MESSAGE = 'message';
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** What is wrong with the broker, what reaches it, and what the probe is told. */
const FAULTS: readonly (readonly [name: string, at: string, fault: Fault, message: string])[] = [
  // -10018, a version the broker does not serve (cas-protocol §1.2)
  [
    'answers with a refusal',
    MESSAGE,
    { kind: 'replace', bytes: bytes('ffffd8de') },
    'the broker refuses connections',
  ],
  [
    'is a web server',
    MESSAGE,
    { kind: 'replace', bytes: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n') },
    'the broker does not answer',
  ],
  [
    'is an SSH server',
    MESSAGE,
    { kind: 'replace', bytes: Buffer.from('SSH-2.0-OpenSSH_9.2\r\n') },
    'the broker does not answer',
  ],
  ['sends noise', MESSAGE, { kind: 'replace', bytes: bytes('7fffffff00ff') }, 'the broker does not answer'],
  ['stops after two bytes', MESSAGE, { kind: 'cut', bytes: 2 }, 'the broker does not answer'],
  ['closes without an answer', MESSAGE, { kind: 'cut', bytes: 0 }, 'the broker does not answer'],
  ['resets the connection', MESSAGE, { kind: 'reset' }, 'the broker does not answer'],
];

describe.each(PLATFORMS)('/health/ready on %s, with a broker that', (platform) => {
  /** A server whose settings name these brokers. */
  async function startServer(...ports: readonly number[]): Promise<HttpServer> {
    const server = await startHttpServer(platform, {
      CORADB_DRIVER: 'broker',
      CORADB_HOST: ports.map((port) => `127.0.0.1:${port}`).join(','),
    });
    ends.push(() => server.close());
    return server;
  }

  function expectDown(reply: RawReply, message: string): void {
    expect(reply.status).toBe(503);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(JSON.parse(reply.text)).toEqual(down(message));
    // Anybody may ask: where the broker is stays inside.
    expect(reply.text).not.toMatch(/127\.0\.0\.1|ECONN|\d{5}/);
  }

  it('answers: 200, after one ping for all probes of a second', async () => {
    const broker = await startBroker();
    const server = await startServer(broker.port);
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await ready(server);
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toEqual(UP);
    vi.advanceTimersByTime(FRESH_MS - 1);
    for (const reply of await Promise.all(Array.from({ length: 20 }, () => ready(server)))) {
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toMatchObject({
        info: { broker: { status: 'up', cachedResponse: true } },
      });
    }
    await expectOnlyPings(broker);
    vi.advanceTimersByTime(1);
    expect(JSON.parse((await ready(server)).text)).toEqual(UP);
    await expectOnlyPings(broker, 2);
  });

  it('is not there: 503', async () => {
    const server = await startServer(await freePort());
    expectDown(await ready(server), 'the broker does not answer');
  });

  it('resets the connection at once: 503', async () => {
    const broker = await startBroker({ at: 'accept', fault: { kind: 'reset' } });
    expectDown(await ready(await startServer(broker.port)), 'the broker does not answer');
    expect(broker.messages).toEqual([]);
  });

  it.each(FAULTS)('%s: 503', async (_name, at, fault, message) => {
    const broker = await startBroker({ at, fault });
    expectDown(await ready(await startServer(broker.port)), message);
    await expectOnlyPings(broker);
  });

  it.each<[string, Fault]>([
    ['hangs', { kind: 'hang' }],
    ['stalls in its answer', { kind: 'stall', bytes: 3 }],
  ])('%s: 503 when the time is over, and the process lives', async (_name, fault) => {
    const broker = await startBroker({ at: MESSAGE, fault });
    const other = await startBroker({ at: MESSAGE, fault });
    const server = await startServer(broker.port, other.port);
    const live = () => send(server.origin, { path: '/health/live', method: 'GET' });
    await withFakeTime(async (pass) => {
      let reply: RawReply | undefined;
      const asked = ready(server).then((got) => (reply = got));
      await Promise.all([broker, other].map((each) => each.until(({ messages }) => messages.length === 1)));
      await pass(DEADLINE_MS - 1);
      expect((await live()).status).toBe(200);
      expect(reply).toBeUndefined();
      // One wait for all brokers together, not one each.
      await pass(1);
      expectDown(await asked, 'the broker does not answer');
    });
    await Promise.all([broker, other].map((each) => expectOnlyPings(each)));
  });

  it('hangs beside one that answers: 200 at once', async () => {
    const hanging = await startBroker({ at: MESSAGE, fault: { kind: 'hang' } });
    const good = await startBroker();
    const server = await startServer(await freePort(), hanging.port, good.port);
    await withFakeTime(async () => {
      const reply = await ready(server);
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toEqual(UP);
    });
    await expectOnlyPings(good);
    await hanging.until(({ openSockets }) => openSockets === 0);
  });

  it('comes back: 503, then 200', async () => {
    const broker = await startBroker({ at: MESSAGE, nth: 1, fault: { kind: 'reset' } });
    const server = await startServer(broker.port);
    vi.useFakeTimers({ toFake: ['Date'] });
    expectDown(await ready(server), 'the broker does not answer');
    vi.advanceTimersByTime(FRESH_MS);
    const reply = await ready(server);
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toEqual(UP);
    await expectOnlyPings(broker, 2);
  });
});
