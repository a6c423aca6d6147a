import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedDriver } from '../../src/driver/embedded/embedded-driver.js';
import type { CallDocument } from '../../src/execution/reply/reply-document.js';
import { RunningCalls } from '../../src/mcp/running-calls.service.js';
import { callOf, createRunner } from '../helpers/call-harness.js';
import { connectTo, DBA, rowsOf } from '../helpers/embedded.js';
import { type DriverFault, type DriverStep, faultyDriver } from '../helpers/faulty-driver.js';
import { TimerCounter } from '../helpers/leak-counter.js';
import { MatrixTable } from '../helpers/matrix-table.js';

const embedded = createEmbeddedDriver();
let timers: TimerCounter;

beforeAll(async () => {
  // The first connection creates the sample data.
  const connection = await connectTo(embedded);
  await connection.close();
  timers = new TimerCounter();
});
afterAll(async () => {
  timers.restore();
  await embedded.dispose();
  faultTable.print();
  stopTable.print();
});

const FAULTS = ['error', 'lost', 'lost after', 'slow', 'hang'] as const;
const STOPS = ['client cancels', 'SIGTERM'] as const;
const faultTable = new MatrixTable('embedded: step', FAULTS);
const stopTable = new MatrixTable('embedded: stopped at', STOPS);

interface Step extends DriverStep {
  /** Statement at work, from 1. */
  readonly statement?: number;
}

const STEPS: readonly Step[] = [
  ...[1, 2, 3].flatMap((nth): Step[] => [
    { at: 'look', nth, statement: nth },
    { at: 'prepare', nth, statement: nth },
    { at: 'execute', nth, statement: nth },
    ...(nth === 2 ? [{ at: 'read' as const, nth: 1, statement: nth }] : []),
  ]),
  { at: 'commit', nth: 1 },
  { at: 'rollback', nth: 1 },
  { at: 'look', nth: 4 },
  { at: 'close', nth: 1 },
];

let lastStock = 10_000;

/** A script that leaves its own number in two rows. */
function script(): { readonly sql: string; readonly stock: number } {
  const stock = ++lastStock;
  return {
    stock,
    sql:
      `UPDATE product SET units_in_stock = ${stock} WHERE id = 15; SELECT id FROM product; ` +
      `UPDATE product SET units_in_stock = ${stock} WHERE id = 16`,
  };
}

/** How many of the two rows have the number, seen by another connection. */
async function saved(stock: number): Promise<number> {
  const connection = await connectTo(embedded);
  const rows = await rowsOf(connection, `SELECT id FROM product WHERE units_in_stock = ${stock}`);
  await connection.close();
  return rows.length;
}

async function checkTruth(document: CallDocument, stock: number): Promise<void> {
  const rows = await saved(stock);
  if (document.transaction === 'committed') expect(rows).toBe(2);
  else if (document.transaction === 'unknown') expect([0, 2]).toContain(rows);
  else expect(rows).toBe(0);
}

function checkSkipped({ statement }: Step, document: CallDocument): void {
  if (statement === undefined) return;
  expect(document.statements.map(({ skipped }) => skipped === true)).toEqual(
    [1, 2, 3].map((number) => number > statement),
  );
}

/** Whether the step is one of a dry run: the rollback, and the look at the serials after it. */
function rollsBack({ at, statement }: Step): boolean {
  return at === 'rollback' || (at === 'look' && statement === undefined);
}

function expected(step: Step, fault: DriverFault): Partial<CallDocument> {
  const { at } = step;
  if (rollsBack(step)) return { transaction: 'rolled back' };
  if (fault === 'slow' || at === 'close') return { transaction: 'committed' };
  // What the look shows is only a remark; the connection itself goes on.
  if (at === 'look' && fault !== 'hang') return { transaction: 'committed' };
  if (at === 'commit')
    return { transaction: fault === 'error' ? 'rolled back' : 'unknown', stopped: 'error' };
  return { transaction: 'rolled back', stopped: fault === 'hang' ? 'timeout' : 'error' };
}

describe('the embedded engine meets a fault at each step', () => {
  it.each(FAULTS)('%s: the outcome is right and nothing is left', async (fault) => {
    for (const step of STEPS) {
      // A commit and a goodbye are not cut short; the matrix of the broker covers their limits.
      if (fault === 'hang' && (step.at === 'commit' || step.at === 'close')) continue;
      const driver = faultyDriver(embedded, step, fault);
      const { sql, stock } = script();
      const { signal } = new AbortController();
      const timeoutMs = fault === 'hang' ? 1_000 : 60_000;
      const startedAt = performance.now();
      const document = await createRunner(driver).run(
        callOf(DBA, sql, { signal, timeoutMs, dryRun: rollsBack(step) }),
      );
      const ms = Math.round(performance.now() - startedAt);
      faultTable.set(`${step.at} ${step.nth}`, fault, `${document.transaction}, ${ms} ms`);
      const { transaction, stopped } = expected(step, fault);
      expect(document.transaction).toBe(transaction);
      expect(document.stopped).toBe(stopped);
      expect(document.error !== undefined).toBe(stopped !== undefined);
      if (stopped !== undefined) checkSkipped(step, document);
      await checkTruth(document, stock);
      expect(driver.openConnections).toBe(0);
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
      expect(timers.count).toBe(0);
    }
  });
});

describe.each(STOPS)('the embedded engine: %s at each step', (stop) => {
  it('the outcome is right and nothing is left', async () => {
    for (const step of STEPS) {
      if (step.at === 'commit' || step.at === 'close') continue;
      const driver = faultyDriver(embedded, step, 'hang');
      const { sql, stock } = script();
      const { document, ms } = await stopped(stop, driver, sql, rollsBack(step), driver.reached);
      stopTable.set(`${step.at} ${step.nth}`, stop, `${document.transaction}, ${ms} ms`);
      expect(document.transaction).toBe('rolled back');
      if (!rollsBack(step)) expect(document.stopped).toBe('cancelled');
      checkSkipped(step, document);
      await checkTruth(document, stock);
      expect(driver.openConnections).toBe(0);
      expect(timers.count).toBe(0);
    }
  });

  it('a commit under way is not stopped', async () => {
    const driver = faultyDriver(embedded, { at: 'commit', nth: 1 }, 'slow');
    const { sql, stock } = script();
    const { document, ms } = await stopped(stop, driver, sql, false, driver.reached);
    stopTable.set('commit 1', stop, `${document.transaction}, ${ms} ms`);
    expect(document.transaction).toBe('committed');
    expect(document.stopped).toBeUndefined();
    await checkTruth(document, stock);
  });

  it('a query of the engine itself is interrupted', async () => {
    const driver = faultyDriver(embedded, { at: 'execute', nth: 2 }, 'slow');
    const endless =
      'SELECT COUNT(*) FROM order_item a, order_item b, order_item c, order_item d WHERE a.quantity + b.quantity + c.quantity + d.quantity = 0';
    const { stock } = script();
    const sql = `UPDATE product SET units_in_stock = ${stock} WHERE id = 15; ${endless}; SELECT 1`;
    const begun = driver.reached.then(() => new Promise<void>((resolve) => setTimeout(resolve, 200)));
    const { document, ms } = await stopped(stop, driver, sql, false, begun);
    stopTable.set('a long query', stop, `${document.transaction}, ${ms} ms`);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      stopped: 'cancelled',
      statements: [{ affectedRows: 1 }, {}, { skipped: true }],
    });
    await checkTruth(document, stock);
  });
});

/** Runs a call and stops it when `begun` says so. */
async function stopped(
  stop: (typeof STOPS)[number],
  driver: ReturnType<typeof faultyDriver>,
  sql: string,
  dryRun: boolean,
  begun: Promise<void>,
): Promise<{ readonly document: CallDocument; readonly ms: number }> {
  const client = new AbortController();
  const calls = new RunningCalls(5);
  const signal = stop === 'SIGTERM' ? calls.stoppable().controller.signal : client.signal;
  calls.enter();
  const running = createRunner(driver)
    .run(callOf(DBA, sql, { signal, dryRun }))
    .finally(() => calls.leave());
  await begun;
  const startedAt = performance.now();
  const drained = stop === 'SIGTERM' ? calls.beforeApplicationShutdown() : Promise.resolve(client.abort());
  const document = await running;
  const ms = Math.round(performance.now() - startedAt);
  await drained;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  return { document, ms };
}
