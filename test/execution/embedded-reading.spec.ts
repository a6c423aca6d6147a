import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedDriver, type EmbeddedDriver } from '../../src/driver/embedded/embedded-driver.js';
import { callOf, createRunner } from '../helpers/call-harness.js';
import { DBA, PATIENCE_MS } from '../helpers/embedded.js';

let driver: EmbeddedDriver;
beforeAll(() => {
  driver = createEmbeddedDriver();
}, PATIENCE_MS);
afterAll(() => driver.dispose());

/** Queries of DuckDB that CoraDB does not have. */
it.each([
  ['FROM category SELECT COUNT(*) AS n', ['n']],
  ['FROM category LIMIT 1', ['id', 'name', 'description']],
  ['TABLE category', ['id', 'name', 'description']],
  ['WITH c AS (SELECT 1 AS a) FROM c', ['a']],
  ['PIVOT (SELECT 1 AS a, 2 AS b) ON a IN (1) USING sum(b)', ['1']],
])('a call that reads runs %s', async (sql, columns) => {
  const document = await createRunner(driver).run(callOf(DBA, sql, { purpose: 'select' }));
  expect(document.error).toBeUndefined();
  expect(document.transaction).toBe('rolled back');
  expect(document.statements[0]?.columns?.map(({ name }) => name)).toEqual(columns);
});

it.each(['DESCRIBE category', 'SHOW TABLES', 'SUMMARIZE category'])(
  'a call that reads runs %s',
  async (sql) => {
    const { error, statements } = await createRunner(driver).run(callOf(DBA, sql, { purpose: 'select' }));
    expect(error).toBeUndefined();
    expect(statements[0]?.totalRows).toBeGreaterThan(0);
  },
);

it.each([
  [
    'FROM (SELECT 1) SELECT order_serial.NEXT_VALUE',
    'NEXT_VALUE at line 1, column 37 takes a number of a serial',
  ],
  ["TABLE category; COMMENT ON TABLE category IS 'x'", 'no query but COMMENT'],
  ["FROM '/etc/passwd'", 'Table with name /etc/passwd does not exist'],
])('and refuses %s', async (sql, message) => {
  const { error, statements } = await createRunner(driver).run(callOf(DBA, sql, { purpose: 'select' }));
  expect(error?.message).toContain(message);
  expect(statements.every(({ rows }) => rows === undefined)).toBe(true);
});
