import { getEventListeners } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createBrokerDriver } from '../../src/driver/coradb/wire/broker-driver.js';
import type { CallDocument } from '../../src/execution/reply/reply-document.js';
import { RunningCalls } from '../../src/mcp/running-calls.service.js';
import { callOf, createRunner } from '../helpers/call-harness.js';
import { TimerCounter } from '../helpers/leak-counter.js';
import { SCRIPT, startBrokerWith, type Step, STEPS, untilReached } from '../helpers/matrix-broker.js';
import { MatrixTable } from '../helpers/matrix-table.js';

const STOPS = ['client cancels', 'client gone', 'SIGTERM'] as const;
type Stop = (typeof STOPS)[number];

/** What is stopped with: from outside, as the MCP layer does it. */
function stopper(stop: Stop): {
  readonly signal: AbortSignal;
  readonly calls: RunningCalls;
  pull(): Promise<void>;
} {
  const client = new AbortController();
  const calls = new RunningCalls(20);
  if (stop === 'client cancels') {
    return {
      signal: client.signal,
      calls,
      pull: () => Promise.resolve(client.abort(new Error('cancelled'))),
    };
  }
  const pull = (): Promise<void> =>
    stop === 'SIGTERM' ? calls.beforeApplicationShutdown() : Promise.resolve(calls.stopAll());
  return { signal: calls.stoppable().controller.signal, calls, pull };
}

/** Graces after a stop: cancel, rollback, goodbye or the freeing of a statement; and a busy machine. In ms. */
const LIMIT_MS = 1_000 + 1_000 + 2_000 + 5_000;

const table = new MatrixTable('broker: stopped at', STOPS);
afterAll(() => table.print());

interface Stopped {
  readonly document: CallDocument;
  /** From the stop to the end of the call. */
  readonly ms: number;
}

/** Runs a call until the step has begun, then stops it; a commit is answered after that. */
async function stopAt(step: Step, stop: Stop): Promise<Stopped> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const fault =
    step.phase === 'commit' ? ({ kind: 'hold', until: held } as const) : ({ kind: 'hang' } as const);
  const target = await startBrokerWith(step, fault);
  const { signal, calls, pull } = stopper(stop);
  const runner = createRunner(createBrokerDriver(), { connectTimeoutMs: 60_000 });
  const login = { host: target.host, port: target.port, database: 'capdb', user: 'dba', password: '' };
  calls.enter();
  const running = runner
    .run(callOf(login, SCRIPT, { signal, dryRun: step.phase === 'rollback' }))
    .finally(() => calls.leave());
  await untilReached(target.broker, step);
  const sent = target.broker.requests.length;
  const stoppedAt = performance.now();
  const pulled = pull();
  setImmediate(answer);
  const document = await running;
  const ms = Math.round(performance.now() - stoppedAt);
  await pulled;
  await target.untilQuiet();
  await target.stop();

  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(target.database.mistakes).toEqual([]);
  // Nothing new is begun: at most the transaction is ended and the connection closed.
  const later = target.broker.requests.slice(sent).map(({ name }) => name);
  expect(
    later.filter((name) => !['GET_DB_VERSION', 'END_TRAN', 'CON_CLOSE', 'CLOSE_REQ_HANDLE'].includes(name)),
  ).toEqual([]);
  const cancels = target.broker.messages.map(({ kind, pid }) => `${kind} ${pid}`);
  expect(cancels).toEqual(step.phase === 'working' ? ['cancel QC 4321'] : []);
  const outcomes = new Set(target.database.ran.map(({ outcome }) => outcome));
  expect(outcomes.has('committed')).toBe(document.transaction === 'committed');
  return { document, ms };
}

function check(step: Step, stop: Stop, document: CallDocument): void {
  const because = stop === 'client cancels' ? 'the call was cancelled' : 'the server is shutting down';
  if (step.phase === 'commit' || step.phase === 'closing') {
    expect(document).toMatchObject({ transaction: 'committed' });
    expect(document.stopped).toBeUndefined();
  } else if (step.phase === 'rollback') {
    expect(document).toMatchObject({ transaction: 'rolled back', rolledBackBecause: 'dryRun was requested' });
  } else if (step.phase === 'connecting' || step.phase === 'settling') {
    expect(document.transaction).toBeUndefined();
    expect(document).toMatchObject({
      stopped: 'cancelled',
      error: { message: `The call was stopped: ${because}.` },
    });
    expect(document.statements.every(({ skipped }) => skipped)).toBe(true);
  } else {
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: because,
      stopped: 'cancelled',
    });
    expect(document.error?.message).toMatch(/^The call was stopped in statement \d: /);
  }
}

describe.each(STOPS)('%s at each step', (stop) => {
  it('the outcome is right, the call ends in time and nothing is left', async () => {
    const timers = new TimerCounter();
    const steps = STEPS.filter(({ at }) => at !== 'accept');
    try {
      const cells = await Promise.all(steps.map(async (step) => ({ step, ...(await stopAt(step, stop)) })));
      for (const { step, document, ms } of cells) {
        table.set(step.name, stop, `${document.transaction ?? 'not begun'}, ${ms} ms`);
        check(step, stop, document);
        expect(ms).toBeLessThan(LIMIT_MS);
      }
      expect(timers.count).toBe(0);
    } finally {
      timers.restore();
    }
  });

  it('a statement that the server can interrupt ends at once, and the connection says goodbye', async () => {
    const step = { name: 'execute (interrupted)', at: 'PREPARE', nth: 99, phase: 'working' } as const;
    const target = await startBrokerWith(step, { kind: 'hang' });
    const { signal, pull } = stopper(stop);
    const login = { host: target.host, port: target.port, database: 'capdb', user: 'dba', password: '' };
    const running = createRunner(createBrokerDriver()).run(
      callOf(login, 'UPDATE t SET n = 1; SELECT slow; UPDATE t SET n = 2', { signal }),
    );
    await target.broker.until(
      ({ requests }) => requests.filter(({ name }) => name === 'EXECUTE').length === 2,
    );
    const stoppedAt = performance.now();
    void pull();
    const document = await running;
    table.set(step.name, stop, `${document.transaction}, ${Math.round(performance.now() - stoppedAt)} ms`);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      stopped: 'cancelled',
      statements: [{ affectedRows: 1 }, {}, { skipped: true }],
    });
    await target.untilQuiet();
    expect(target.broker.endings.at(-1)).toBe('rollback');
    expect(target.broker.requests.at(-1)?.name).toBe('CON_CLOSE');
    expect(target.database.ran.map(({ outcome }) => outcome)).toEqual(['rolled back']);
    await target.stop();
  });
});
