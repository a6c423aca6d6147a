import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrokerDriver } from '../../src/driver/coradb/wire/broker-driver.js';
import type { CallDocument } from '../../src/execution/reply/reply-document.js';
import { callOf, createRunner } from '../helpers/call-harness.js';
import { withFakeTime } from '../helpers/fake-time.js';
import { TimerCounter } from '../helpers/leak-counter.js';
import {
  FAULTS,
  type FaultName,
  type MatrixBroker,
  SCRIPT,
  startMatrixBroker,
  type Step,
  STEPS,
} from '../helpers/matrix-broker.js';
import { MatrixTable } from '../helpers/matrix-table.js';

/** Limit of the calls that meet a silent broker, and of connecting; in ms. */
const CALL_MS = 2_500;
const CONNECT_MS = 1_500;

/** Grace after a cancel, grace of the rollback and of the goodbye, and what a busy machine may need; in ms. */
const GRACES_MS = 1_000 + 1_000 + 500 + 5_000;

interface Expected {
  readonly transaction?: 'committed' | 'rolled back' | 'unknown';
  readonly stopped?: 'error' | 'timeout';
}

/** A worker that leaves right after the login is replaced by another; any other fault there ends the call. */
function neverBegins({ phase }: Pick<Step, 'phase'>, fault: FaultName): boolean {
  return phase === 'connecting' || (phase === 'settling' && fault !== 'refused');
}

/** What must be said, by hand: it follows from what the database can know at that step. */
function expectedFor({ phase, at }: Step, fault: FaultName): Expected {
  if (fault === 'slow') return { transaction: phase === 'rollback' ? 'rolled back' : 'committed' };
  if (neverBegins({ phase }, fault)) return { stopped: 'error' };
  if (phase === 'settling') return { transaction: 'committed' };
  if (phase === 'closing') return { transaction: 'committed' };
  if (phase === 'rollback') return { transaction: 'rolled back' };
  if (phase === 'commit')
    return { transaction: fault === 'error' ? 'rolled back' : 'unknown', stopped: 'error' };
  if (phase === 'closing statement') {
    // The engine keeps the statement open, which harms nothing; a lost connection shows at the next request.
    return fault === 'error'
      ? { transaction: 'committed' }
      : { transaction: 'rolled back', stopped: 'error' };
  }
  return { transaction: 'rolled back', stopped: fault === 'hang' && at !== 'accept' ? 'timeout' : 'error' };
}

interface Cell {
  readonly step: Step;
  readonly fault: FaultName;
  readonly document: CallDocument;
  readonly ms: number;
  readonly target: MatrixBroker;
  readonly listeners: number;
}

async function runCell(step: Step, fault: FaultName, timeoutMs = CALL_MS): Promise<Cell> {
  const target = await startMatrixBroker(step, fault);
  const { signal } = new AbortController();
  const runner = createRunner(createBrokerDriver(), { connectTimeoutMs: CONNECT_MS });
  const login = { host: target.host, port: target.port, database: 'capdb', user: 'dba', password: '' };
  const startedAt = performance.now();
  const call = callOf(login, SCRIPT, { timeoutMs, signal, dryRun: step.phase === 'rollback' });
  const document = await runner.run(call);
  const ms = Math.round(performance.now() - startedAt);
  await target.untilQuiet();
  await target.stop();
  return { step, fault, document, ms, target, listeners: getEventListeners(signal, 'abort').length };
}

function check({ step, fault, document, target, listeners }: Cell): void {
  const expected = expectedFor(step, fault);
  expect(document.transaction).toBe(expected.transaction);
  expect(document.stopped).toBe(expected.stopped);
  expect(document.error !== undefined).toBe(expected.stopped !== undefined);
  expect(listeners).toBe(0);
  checkTruth(document, target);
  checkStatements(step, fault, document);
  const { broker } = target;
  expect(broker?.violations ?? []).toEqual([]);
  expect(target.database.mistakes).toEqual([]);
  const silent = fault === 'hang' && step.phase === 'working';
  if (silent) expect(broker?.messages.map(({ kind, pid }) => `${kind} ${pid}`)).toEqual(['cancel QC 4321']);
  else expect(broker?.messages ?? []).toEqual([]);
}

/** What the database did must be what the reply says; `unknown` may be either. */
function checkTruth(document: CallDocument, { database }: MatrixBroker): void {
  const outcomes = new Set(database.ran.filter(({ sql }) => sql !== '').map(({ outcome }) => outcome));
  expect(outcomes.has('open')).toBe(false);
  if (document.transaction === 'committed') {
    expect(database.ran).toHaveLength(3);
    expect([...outcomes]).toEqual(['committed']);
  } else if (document.transaction !== 'unknown') {
    expect(outcomes.has('committed')).toBe(false);
  }
}

function checkStatements(step: Step, fault: FaultName, { statements, transaction }: CallDocument): void {
  expect(statements).toHaveLength(3);
  if (neverBegins(step, fault) && fault !== 'slow') {
    expect(statements.map(({ skipped }) => skipped)).toEqual([true, true, true]);
  } else if (step.phase === 'working' && fault !== 'slow') {
    const at = (step.statement ?? 0) - 1;
    expect(statements.map(({ skipped }) => skipped === true)).toEqual([0, 1, 2].map((index) => index > at));
    expect(statements[at]?.failed === true).toBe(fault !== 'hang');
  } else if (transaction === 'committed') {
    expect(statements).toMatchObject([{ affectedRows: 1 }, { totalRows: 300 }, { affectedRows: 1 }]);
    expect(statements[1]?.rows).toHaveLength(300);
  }
}

const table = new MatrixTable('broker: step', FAULTS);
afterAll(() => table.print());

describe('a call meets a fault at each step', () => {
  let timers: TimerCounter;

  beforeAll(() => {
    timers = new TimerCounter();
  });
  afterAll(() => timers.restore());

  const note = ({ step, fault, document, ms }: Cell): void =>
    table.set(step.name, fault, `${document.transaction ?? 'not begun'}, ${ms} ms`);

  it.each(FAULTS.filter((fault) => fault !== 'hang'))(
    '%s: the outcome is right and nothing is left',
    async (fault) => {
      for (const step of STEPS) {
        const cell = await runCell(step, fault, 20_000);
        note(cell);
        check(cell);
        expect(timers.count).toBe(0);
      }
    },
  );

  it('hang: the call ends by its deadline, the outcome is right and nothing is left', async () => {
    // All at once: each waits for its own deadline.
    const cells = await Promise.all(
      STEPS.filter(({ phase }) => phase !== 'commit').map((step) =>
        // Freeing a statement has a limit of its own, 2 s.
        runCell(step, 'hang', step.phase === 'closing statement' ? 20_000 : CALL_MS),
      ),
    );
    for (const cell of cells) {
      note(cell);
      check(cell);
      const limit = neverBegins(cell.step, 'hang') ? CONNECT_MS : CALL_MS;
      expect(cell.ms).toBeLessThan(limit + GRACES_MS);
    }
    expect(timers.count).toBe(0);
  });
});

it('a commit without an answer is awaited for 30 s, then unknown', async () => {
  const step = STEPS.find(({ phase }) => phase === 'commit') as Step;
  await withFakeTime(async (pass) => {
    const target = await startMatrixBroker(step, 'hang');
    const login = { host: target.host, port: target.port, database: 'capdb', user: 'dba', password: '' };
    const document = createRunner(createBrokerDriver()).run(callOf(login, SCRIPT, { timeoutMs: 20_000 }));
    await target.broker?.until(({ endings }) => endings.length === 2);
    await pass(29_999);
    expect(target.broker?.openSockets).toBe(1);
    await pass(1);
    expect(await document).toMatchObject({ transaction: 'unknown', stopped: 'error' });
    table.set(step.name, 'hang', 'unknown, 30000 ms');
    await target.untilQuiet();
    // No cancel message may interrupt a commit.
    expect(target.broker?.messages).toEqual([]);
    await target.stop();
  });
});
