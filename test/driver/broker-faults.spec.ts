import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { CallError } from '../../src/errors/call-error.js';
import { BrokerError, ConnectionLostError } from '../../src/driver/driver-errors.js';
import { connectTo } from '../helpers/broker-connect.js';
import type { Fault } from '../helpers/broker-faults.js';
import { withFakeTime } from '../helpers/fake-time.js';
import { i32 } from '../helpers/frame-builder.js';
import { type FaultRule, ReplayBroker, type ReplayBrokerOptions } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

const PASSWORD = 'S3cret-pw';
/** Long enough for a busy machine; time limits pass by fake time. */
const LIMIT_MS = 20_000;
/** A limit that is kept must not be missed by much; the machine may be busy. */
const GENEROUS_MS = 10_000;

const ROWS = {
  sql: 'SELECT n FROM t',
  columns: [{ name: 'n', type: 'VARCHAR' as const, precision: 100 }],
  rows: Array.from({ length: 300 }, (_, index) => [`row ${index} ${'y'.repeat(80)}`]),
};

const brokers: ReplayBroker[] = [];

async function start(options: ReplayBrokerOptions): Promise<ReplayBroker> {
  const database = new ScriptedDatabase({ statements: [ROWS], users: { dba: PASSWORD } });
  const broker = await ReplayBroker.start(database, options);
  brokers.push(broker);
  return broker;
}

afterAll(async () => {
  await Promise.all(brokers.map((broker) => broker.stop()));
});

/** Everything a call does: login with lock timeout, prepare, execute, fetch all, plan, commit, close. */
async function wholeCall(broker: ReplayBroker, timeoutMs = LIMIT_MS): Promise<number> {
  const limit = { timeoutMs };
  const connection = await connectTo(broker, {
    login: { password: PASSWORD },
    options: { timeoutMs, lockTimeoutMs: 500 },
  });
  try {
    const statement = await connection.prepare(ROWS.sql, limit);
    const { resultSet } = await statement.execute([], { ...limit, skip: 0, maxRows: 1000 });
    // A flipped statement type can make it a statement without rows.
    if (resultSet === undefined) return -1;
    let rows = 0;
    for (
      let batch = await resultSet.read(100, limit);
      batch.length > 0;
      batch = await resultSet.read(100, limit)
    ) {
      rows += batch.length;
    }
    await connection.plan(ROWS.sql, limit);
    await connection.commit(limit);
    return rows;
  } finally {
    await connection.close(limit);
    expectNoPassword(connection);
  }
}

function expectNoPassword(thing: unknown): void {
  const hex = Buffer.from(PASSWORD).toString('hex');
  const shown = inspect(thing, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
  for (const text of [shown, String((thing as Error).message), String((thing as Error).stack)]) {
    expect(text).not.toContain(PASSWORD);
    expect(text.replaceAll(' ', '')).not.toContain(hex);
  }
}

/** @param during what happens while the call runs */
async function failureOf(broker: ReplayBroker, during?: () => Promise<void>): Promise<Error> {
  const started = performance.now();
  const call = wholeCall(broker).then(
    (rows) => new Error(`no failure, ${rows} rows`),
    (error: Error) => error,
  );
  await during?.();
  const failure = await call;
  expect(performance.now() - started).toBeLessThan(GENEROUS_MS);
  expectNoPassword(failure);
  await broker.until(({ openSockets }) => openSockets === 0);
  return failure;
}

/**
 * Steps of the broker, which time they fail, and the name of the step in errors. Those right behind the login fail
 * every time, because a worker that leaves there is replaced by another.
 */
const STEPS: readonly (readonly [at: string, nth: number | undefined, step: string])[] = [
  ['handshake', 1, 'hello'],
  ['openDatabase', 1, 'open database'],
  ['END_TRAN', 1, 'end transaction'],
  ['SET_DB_PARAMETER', undefined, 'lock timeout'],
  ['GET_DB_VERSION', undefined, 'engine version'],
  ['PREPARE', 1, 'prepare'],
  ['EXECUTE', 1, 'execute'],
  ['FETCH', 1, 'fetch'],
  ['GET_QUERY_INFO', 1, 'plan'],
  ['END_TRAN', 2, 'commit'],
];

const TWO_GB = Buffer.concat([i32(0x7fffffff), Buffer.from('01fffffb', 'hex'), Buffer.alloc(100)]);
const NEGATIVE = Buffer.concat([i32(-5), Buffer.from('01fffffb', 'hex'), Buffer.alloc(100)]);

const FAULTS: readonly (readonly [name: string, fault: Fault, reason: RegExp])[] = [
  ['resets', { kind: 'reset' }, /reset the connection|closed the connection/],
  ['closes at once', { kind: 'cut', bytes: 0 }, /closed the connection without an answer/],
  ['closes in mid-frame', { kind: 'cut', bytes: 3 }, /closed the connection/],
];

/** Faults that only a time limit ends. */
const SILENT_FAULTS: readonly (readonly [name: string, fault: Fault])[] = [
  ['never answers', { kind: 'hang' }],
  ['answers one byte an hour', { kind: 'drip', intervalMs: 3_600_000 }],
  ['stops in mid-frame', { kind: 'stall', bytes: 3 }],
];

const FRAME_FAULTS: readonly (readonly [name: string, fault: Fault, reason: RegExp])[] = [
  ['closes inside the body', { kind: 'cut', bytes: 11 }, /closed the connection in the middle of a reply/],
  ['announces 2 GB', { kind: 'replace', bytes: TWO_GB }, /body length .* found 2147483647/],
  ['announces a negative length', { kind: 'replace', bytes: NEGATIVE }, /body length .* found -5/],
  [
    'sends more than its reply has',
    { kind: 'replace', bytes: Buffer.from('0000000400fffffb00000000ff', 'hex') },
    /more bytes than its reply has/,
  ],
];

describe.each(STEPS)('a broker that fails at %s (%s)', (at, nth, step) => {
  const faults = at === 'handshake' ? FAULTS : [...FAULTS, ...FRAME_FAULTS];

  it.concurrent.each(faults)('%s', async (_name, fault, reason) => {
    const broker = await start({ faults: [faultAt(at, nth, fault)] });
    const failure = await failureOf(broker);
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect(failure.message).toMatch(reason);
    expect(failure.message).toContain(`Could not work with CoraDB at 127.0.0.1:${broker.port} (${step}): `);
    if (step === 'commit')
      expect((failure as BrokerError).hint).toContain('may or may not have taken effect');
  });

  it.each(SILENT_FAULTS)('%s', async (_name, fault) => {
    const broker = await start({ faults: [faultAt(at, nth, fault)] });
    await withFakeTime(async (pass) => {
      const failure = await failureOf(broker, async () => {
        await broker.until(hasReached(at, nth));
        // EXECUTE gives the engine's own limit a second's start.
        await pass(LIMIT_MS + 1_000);
      });
      expect(failure).toBeInstanceOf(ConnectionLostError);
      expect(failure.message).toMatch(/no answer within (20000|21000) ms$/);
      expect(failure.message).toContain(`Could not work with CoraDB at 127.0.0.1:${broker.port} (${step}): `);
    });
  });

  it.concurrent('answers in pieces of one byte, and all goes well', async () => {
    const broker = await start({
      faults: [faultAt(at, nth, { kind: 'split', size: at === 'EXECUTE' || at === 'FETCH' ? 997 : 1 })],
    });
    expect(await wholeCall(broker)).toBe(ROWS.rows.length);
  });
});

function faultAt(at: string, nth: number | undefined, fault: Fault): FaultRule {
  return { at, fault, ...(nth !== undefined && { nth }) };
}

/** What a live broker did under `cubrid broker reset`, and after a statement had made the worker too big. */
describe.each(['SET_DB_PARAMETER', 'GET_DB_VERSION'])('a worker that leaves before %s', (at) => {
  it.each([{ kind: 'reset' }, { kind: 'cut', bytes: 0 }] as const)('is replaced ($kind)', async (fault) => {
    const broker = await start({ faults: [{ at, nth: 1, fault }] });
    expect(await wholeCall(broker)).toBe(ROWS.rows.length);
    expect(broker.accepted).toBe(2);
    expect(broker.logins).toHaveLength(2);
  });

  it('is not replaced for ever', async () => {
    const broker = await start({ faults: [{ at, fault: { kind: 'cut', bytes: 0 } }] });
    expect((await failureOf(broker)).message).toContain('closed the connection without an answer');
    expect(broker.accepted).toBe(6);
  });

  it('is not replaced when it sends half a reply', async () => {
    const broker = await start({ faults: [{ at, nth: 1, fault: { kind: 'cut', bytes: 3 } }] });
    expect((await failureOf(broker)).message).toContain('in the middle of a reply');
    expect(broker.accepted).toBe(1);
  });
});

function hasReached(at: string, nth = 1): (broker: ReplayBroker) => boolean {
  if (at === 'handshake') return ({ handshakes }) => handshakes.length >= nth;
  if (at === 'openDatabase') return ({ logins }) => logins.length >= nth;
  return ({ requests }) => requests.filter(({ name }) => name === at).length >= nth;
}

describe('other faults', () => {
  it('says that nobody listens', async () => {
    const broker = await start({});
    const { port } = broker;
    await broker.stop();
    const failure = await connectTo({ host: '127.0.0.1', port }, { login: { password: PASSWORD } }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(ConnectionLostError);
    expect(failure.message).toBe(
      `Could not work with CoraDB at 127.0.0.1:${port} (connect): connection refused`,
    );
    expect(failure.hint).toBe('Check host and port, and that the broker runs and can be reached from here.');
    expectNoPassword(failure);
  });

  it('says that the broker drops connections before the hello', async () => {
    const broker = await start({ faults: [{ at: 'accept', fault: { kind: 'reset' } }] });
    expect((await failureOf(broker)).message).toMatch(
      /\((connect|hello)\): the broker (reset|closed) the connection/,
    );
  });

  it('flips every byte of every small reply: an error or rows, never a hang, never anything untyped', async () => {
    // Full sizes in bytes of the replies of the scripted database.
    const sizes: readonly (readonly [string, number])[] = [
      ['handshake', 4],
      ['openDatabase', 44],
      ['END_TRAN', 12],
      ['GET_DB_VERSION', 24],
      ['PREPARE', 77],
      ['GET_QUERY_INFO', 13],
    ];
    let tried = 0;
    for (const [at, size] of sizes) {
      const flips = Array.from({ length: size }, (_, byte): FaultRule => ({
        at,
        nth: 1,
        fault: { kind: 'corrupt', byte },
      }));
      await Promise.all(
        flips.map(async (rule) => {
          const broker = await start({ faults: [rule] });
          const outcome = await wholeCall(broker, 300).catch((error: unknown) => error);
          if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(CallError);
          expectNoPassword(outcome);
          await broker.until(({ openSockets }) => openSockets === 0);
          tried += 1;
        }),
      );
    }
    expect(tried).toBe(174);
  });

  it('sets no memory aside for a reply of 100 MB that does not come', async () => {
    const bytes = Buffer.concat([i32(100_000_000), Buffer.from('01fffffb', 'hex'), Buffer.alloc(1_000)]);
    const broker = await start({ faults: [{ at: 'FETCH', fault: { kind: 'replace', bytes } }] });
    const before = process.memoryUsage().arrayBuffers;
    await withFakeTime(async (pass) => {
      const failure = await failureOf(broker, async () => {
        await broker.until(hasReached('FETCH', 1));
        await pass(LIMIT_MS);
      });
      expect(failure.message).toContain('(fetch): no answer within 20000 ms');
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('a wrong password is named without showing it', async () => {
    const broker = await start({});
    const failure = await connectTo(broker, { login: { password: `${PASSWORD}-but-wrong` } }).catch(
      (error) => error,
    );
    expect(failure.message).toBe('CoraDB error -171: Incorrect or missing password.');
    expectNoPassword(failure);
  });

  it('a login that does not fit is refused before anything is dialled, without showing it', async () => {
    const broker = await start({});
    const tooLong = PASSWORD.padEnd(32, 'x');
    for (const [login, message] of [
      [{ password: tooLong }, 'The password is too long: the broker takes at most 31 bytes'],
      [
        { user: 'ü'.repeat(16), password: PASSWORD },
        'The user is too long: the broker takes at most 31 bytes',
      ],
      [
        { database: 'd'.repeat(32), password: PASSWORD },
        'The database is too long: the broker takes at most 31 bytes',
      ],
      [
        { database: 'db@other', password: PASSWORD },
        'database: "@" is not allowed, because it names other database hosts',
      ],
      [{ database: ' ', password: PASSWORD }, 'database: a name is needed'],
      [{ user: 'a\0b', password: PASSWORD }, 'The user must not contain a NUL character'],
    ] as const) {
      const failure = await connectTo(broker, { login }).catch((error) => error);
      expect(failure).toMatchObject({ name: 'InputError', layer: 'input', message });
      expectNoPassword(failure);
    }
    expect(broker.accepted).toBe(0);
  });

  it('leaves no socket, timer or listener behind after 30 failed and 30 good calls', async () => {
    const signal = new AbortController().signal;
    const count = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap' || name === 'Timeout')
        .length;
    const broker = await start({ faults: [{ at: 'PREPARE', nth: 2, fault: { kind: 'reset' } }] });
    await wholeCall(broker);
    await broker.until(({ openSockets }) => openSockets === 0);
    await new Promise((resolve) => setImmediate(resolve));
    const before = count();
    for (let index = 0; index < 30; index++) {
      await wholeCall(broker).catch(() => undefined);
      await connectTo(broker, { login: { password: 'wrong' }, options: { signal } }).catch(() => undefined);
    }
    await broker.until(({ openSockets }) => openSockets === 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count()).toBeLessThanOrEqual(before);
  });
});
