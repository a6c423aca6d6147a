import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, createRunner } from '../../../test/helpers/call-harness.js';
import { connectTo, DBA, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import { createEmbeddedDriver, type EmbeddedDriver } from '../../driver/embedded/embedded-driver.js';
import type { CallRunner } from './call-runner.service.js';

let driver: EmbeddedDriver;
let runner: CallRunner;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  const connection = await connectTo(driver);
  for (const sql of [
    'CREATE SERIAL ticket',
    'CREATE SERIAL other',
    'CREATE VIEW hidden AS SELECT ticket.NEXT_VALUE AS n',
    'CREATE VIEW twice AS SELECT n FROM hidden',
    "CREATE TABLE filled (a BIGINT DEFAULT nextval('ticket'), b INTEGER)",
    "CREATE TABLE strict (a BIGINT DEFAULT nextval('ticket'), b INTEGER CHECK (b > 0))",
  ]) {
    await rowsOf(connection, sql);
  }
  await connection.commit(LIMIT);
  await connection.close();
  runner = createRunner(driver, { writeMode: 'write' });
}, PATIENCE_MS);
afterAll(() => driver.dispose());

const MOVED =
  'The counter of serial ticket moved while this statement ran (by it, or by another call at the same time) and stays moved: a rollback does not take its steps back.';

/** The notes of a call that fails in its last statement. */
async function notesOfFailed(sql: string, dryRun: boolean): Promise<(readonly string[] | undefined)[]> {
  const document = await runner.run(callOf(DBA, sql, { dryRun }));
  expect(document).toMatchObject({ transaction: 'rolled back', stopped: 'error' });
  return document.statements.map((report) => report.notes);
}

async function notes(sql: string, dryRun = true): Promise<(readonly string[] | undefined)[]> {
  const document = await runner.run(callOf(DBA, sql, { dryRun }));
  expect(document.error).toBeUndefined();
  return document.statements.map((report) => report.notes);
}

describe('notes of a dry run on the embedded engine', () => {
  it.each([
    'SELECT n FROM hidden',
    'SELECT n FROM twice',
    'INSERT INTO filled (b) VALUES (1)',
    'INSERT INTO filled SELECT n, 1 FROM twice',
    'MERGE INTO filled USING (SELECT 7 AS b) s ON filled.b = s.b WHEN NOT MATCHED THEN INSERT (b) VALUES (s.b)',
    "SELECT nextval('ticket')",
    "SELECT nextval('tick' || 'et')",
    'SELECT [ticket].NEXT_VALUE, Ticket.NextVal',
  ])('%s says that the serial has moved', async (sql) => {
    expect(await notes(sql)).toEqual([[MOVED]]);
  });

  it('stand with the statement that moved the serial, once', async () => {
    expect(await notes('SELECT 1; SELECT ticket.NEXT_VALUE; INSERT INTO filled (b) VALUES (2)')).toEqual([
      undefined,
      [MOVED],
      [MOVED],
    ]);
  });

  it.each([
    "INSERT INTO category VALUES (900, 'x', NULL)",
    'INSERT INTO filled VALUES (1, 1)',
    "CREATE TABLE z (a BIGINT DEFAULT nextval('ticket'))",
    'SELECT ticket.CURRENT_VALUE',
    'SELECT ticket.NEXT_VALUE FROM category WHERE 1 = 0',
  ])('%s has none', async (sql) => {
    expect(await notes(sql)).toEqual([undefined]);
  });

  it('say nothing of a serial that the call makes, or makes anew: the rollback removes it', async () => {
    expect(
      await notes(
        'CREATE SERIAL fresh; SELECT fresh.NEXT_VALUE; DROP SERIAL other; CREATE SERIAL other; SELECT other.NEXT_VALUE',
      ),
    ).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('are not made for a call that commits', async () => {
    expect(await notes('INSERT INTO filled (b) VALUES (3)', false)).toEqual([undefined]);
  });
});

describe.each([true, false])('a script that fails on the embedded engine, dryRun %s', (dryRun) => {
  it.each([
    ['a column default', 'INSERT INTO strict (b) VALUES (-1)'],
    ['a view', "SELECT n, CAST('x' || n AS INTEGER) FROM hidden"],
  ])('names the serial that its failing statement moved by %s', async (_by, sql) => {
    expect((await notesOfFailed(`SELECT 1; ${sql}`, dryRun)).at(-1)).toEqual([MOVED]);
  });

  it('names it with the statement that moved it', async () => {
    const sql =
      'INSERT INTO filled (b) VALUES (4); SELECT 1; SELECT * FROM nowhere; SELECT ticket.NEXT_VALUE';
    expect(await notesOfFailed(sql, dryRun)).toEqual([[MOVED], undefined, undefined, undefined]);
  });

  it('says nothing of a step that was never reached', async () => {
    const sql = 'SELECT ticket.NEXT_VALUE FROM category WHERE 1 = 0; SELECT * FROM nowhere';
    expect(await notesOfFailed(sql, dryRun)).toEqual([undefined, undefined]);
  });
});

describe('a rolled back script on the embedded engine', () => {
  it('has no note about AUTO_INCREMENT, which DuckDB lacks', async () => {
    const sql = "INSERT INTO category VALUES (901, 'x', NULL); INSERT INTO category VALUES (1, 'x', NULL)";
    const document = await runner.run(callOf(DBA, sql));
    expect(document.transaction).toBe('rolled back');
    expect(document.statements.map((report) => report.notes)).toEqual([undefined, undefined]);
  });
});

describe('execute_select on the embedded engine', () => {
  it.each(["SELECT nextval('ticket')", "SELECT main.nextval('ticket')", 'SELECT n FROM hidden'])(
    'refuses %s',
    async (sql) => {
      const document = await runner.run(callOf(DBA, sql, { purpose: 'select' }));
      expect(document.error).toBeDefined();
    },
  );
});
