import { describe, expect, it } from 'vitest';
import { decodeDialogue, type Step } from '../../../../test/helpers/capture-dialogue.js';
import { type Performance, performances } from '../../../../test/helpers/capture-performances.js';
import { expectColumns, expectRows } from '../../../../test/helpers/capture-values.js';
import { captureNames, type ExpectedStatement, loadCapture } from '../../../../test/helpers/captures.js';

/**
 * Every capture decodes to what independent readers (JDBC, csql, the server's sources) made of the same bytes.
 * What is compared beyond statements stands in `captures-other.spec.ts`.
 */
const compared = { captures: 0, statements: 0, columns: 0, values: 0, errors: 0 };

describe.each(captureNames())('capture %s', (name) => {
  const capture = loadCapture(name);
  const steps = decodeDialogue(capture);
  const done = performances(steps);
  const statements = capture.expected.statements ?? [];

  it('decodes to what independent readers saw', () => {
    compared.captures += 1;
    let next = 0;
    for (const expected of statements) {
      // The driver sends one statement at a time and reads the first result only.
      if (expected.results !== undefined)
        expectStatement(expected.results[0] ?? {}, done.at(-1) as Performance);
      if (expected.sql === undefined || expected.results !== undefined || expected.plan !== undefined)
        continue;
      if (isSentAsFunction(expected.sql, done) || isCheckOfTheReaderOnly(name, expected.sql)) continue;
      const index = find(expected, done, next);
      expect(index, `no statement in the capture for ${expected.sql}`).toBeGreaterThanOrEqual(0);
      if (expected.execution === undefined) next = index + 1;
      expectStatement(expected, done[index] as Performance);
    }
    expectPlans(steps, statements);
  });
});

describe('all captures', () => {
  it('were compared', () => {
    process.stdout.write(
      `captures: ${compared.captures}, statements: ${compared.statements}, column facts: ${compared.columns}, ` +
        `values: ${compared.values}, error codes and texts: ${compared.errors}\n`,
    );
    expect(compared.captures).toBe(captureNames().length);
  });
});

function expectPlans(steps: readonly Step[], statements: readonly ExpectedStatement[]): void {
  const plans = steps.filter((step) => step.code === 24 && typeof step.reply === 'string');
  for (const { sql, plan } of statements.filter((statement) => statement.plan !== undefined)) {
    const step = plans.find(({ exchange }) => exchange.sql === sql) ?? plans.at(-1);
    expect(step?.reply).toBe(plan);
    compared.values += 1;
  }
}

/** README: "a few statements exist only on one side (savepoints sent as a function, checks added for JDBC)". */
function isSentAsFunction(sql: string, done: readonly Performance[]): boolean {
  return (
    /SAVEPOINT|LOCK TIMEOUT|LAST_INSERT_ID/.test(sql) && !done.some((performance) => performance.sql === sql)
  );
}

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'connect-basic': ['SELECT VERSION(), DATABASE(), USER()'],
  'generated-keys': ['SELECT * FROM t_key ORDER BY id'],
  'plan-only': ['SELECT id, v FROM t_plan'],
  'server-closes-idle-transaction': ['SELECT * FROM t_sc'],
};

function isCheckOfTheReaderOnly(name: string, sql: string): boolean {
  return CHECKS[name]?.includes(sql) ?? false;
}

function find(expected: ExpectedStatement, done: readonly Performance[], from: number): number {
  if (expected.execution !== undefined) return expected.execution - 1;
  return done.findIndex(
    (performance, index) =>
      index >= from &&
      performance.sql === expected.sql &&
      (performance.error !== undefined) === (expected.error !== undefined) &&
      (expected.rowCount === undefined || performance.rows.length === expected.rowCount),
  );
}

function expectStatement(expected: ExpectedStatement, actual: Performance): void {
  compared.statements += 1;
  if (expected.error !== undefined) {
    expect(actual.error?.code).toBe(expected.error.code);
    expect(actual.error?.engineMessage && withoutNumbers(actual.error.engineMessage)).toBe(
      withoutNumbers(expected.error.message ?? ''),
    );
    compared.errors += 2;
    return;
  }
  if (expected.statementType !== undefined) expect(actual.statementType).toBe(expected.statementType);
  if (expected.affectedRows !== undefined) expect(actual.count).toBe(expected.affectedRows);
  if (expected.rowCount !== undefined) expect(actual.count).toBe(expected.rowCount);
  if (expected.columns !== undefined) compared.columns += expectColumns(actual.columns, expected.columns);
  if (expected.rows !== undefined) compared.values += expectRows(actual.rows, expected.rows, actual.columns);
  const { firstRows = [], lastRows = [] } = expected;
  compared.values += expectRows(actual.rows.slice(0, firstRows.length), firstRows, actual.columns);
  compared.values += expectRows(
    actual.rows.slice(actual.rows.length - lastRows.length),
    lastRows,
    actual.columns,
  );
}

/** Object numbers, host, process and program names inside engine messages differ from run to run (README). */
function withoutNumbers(message: string): string {
  return message.replace(/\d+/g, '#').trim();
}
