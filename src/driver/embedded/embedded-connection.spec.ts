import { afterAll, beforeAll, beforeEach, describe, expect, it, afterEach } from 'vitest';
import { ALL_ROWS, connectTo, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import type { Connection, ResultSet } from '../driver.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

/** Runs for minutes unless it is stopped. */
const ENDLESS =
  'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range % 7 = b.range % 11';
const LONG_RESULT = 'SELECT range, range * 2 FROM range(100000000000)';
const INTERRUPTED = 'DuckDB error Interrupt: Interrupted!';

let driver: EmbeddedDriver;
let connection: Connection;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  await (await connectTo(driver)).close();
}, PATIENCE_MS);
afterAll(() => driver.dispose());
beforeEach(async () => void (connection = await connectTo(driver)));
afterEach(() => connection.close());

async function open(sql: string): Promise<ResultSet> {
  const statement = await connection.prepare(sql, LIMIT);
  const { resultSet } = await statement.execute([], ALL_ROWS);
  if (resultSet === undefined) throw new Error('no result set');
  return resultSet;
}

async function stock(): Promise<unknown> {
  const fresh = await connectTo(driver);
  const rows = await rowsOf(fresh, 'SELECT units_in_stock FROM product WHERE id = 15');
  await fresh.close();
  return rows[0]?.[0];
}

describe('time limit and cancel', () => {
  it('ends a statement at its time limit', async () => {
    const statement = await connection.prepare(ENDLESS, LIMIT);
    await expect(statement.execute([], { ...ALL_ROWS, timeoutMs: 100 })).rejects.toMatchObject({
      code: 'Interrupt',
      message: INTERRUPTED,
    });
  });

  it('stops a statement at once, also before DuckDB has started it', async () => {
    const statement = await connection.prepare(ENDLESS, LIMIT);
    const running = statement.execute([], ALL_ROWS);
    await connection.cancel();
    await expect(running).rejects.toThrow(INTERRUPTED);
  });

  it('stops counting a long result', async () => {
    const resultSet = await open(LONG_RESULT);
    expect(await resultSet.read(2, LIMIT)).toEqual([
      [0n, 0n],
      [1n, 2n],
    ]);
    const counting = resultSet.countRows({ timeoutMs: 0 });
    await connection.cancel();
    await expect(counting).rejects.toThrow(INTERRUPTED);
  });

  it('limits counting by time', async () => {
    const resultSet = await open(LONG_RESULT);
    await expect(resultSet.countRows({ timeoutMs: 50 })).rejects.toThrow(INTERRUPTED);
  });

  it('reaches an open result between two reads', async () => {
    const resultSet = await open(LONG_RESULT);
    await resultSet.read(1, LIMIT);
    await connection.cancel();
    await expect(resultSet.read(5000, LIMIT)).rejects.toThrow(INTERRUPTED);
  });

  it('does nothing when nothing runs, and spares later statements', async () => {
    await connection.cancel();
    expect(await rowsOf(connection, 'SELECT 1')).toEqual([[1]]);
    await connection.cancel();
    await connection.cancel();
    expect(await rowsOf(connection, 'SELECT count(*) FROM order_item a, category b')).toEqual([
      [17955n * 14n],
    ]);
  });

  it('leaves the connection usable after a rollback', async () => {
    const statement = await connection.prepare(ENDLESS, LIMIT);
    const running = statement.execute([], ALL_ROWS);
    await connection.cancel();
    await expect(running).rejects.toThrow(INTERRUPTED);
    await connection.rollback(LIMIT);
    expect(await rowsOf(connection, 'SELECT 2')).toEqual([[2]]);
  });

  it('closes in the middle of a statement', async () => {
    const statement = await connection.prepare(ENDLESS, LIMIT);
    const running = statement.execute([], ALL_ROWS);
    const ended = expect(running).rejects.toThrow(INTERRUPTED);
    await connection.close({ timeoutMs: 5000 });
    await ended;
    await expect(connection.prepare('SELECT 1', LIMIT)).rejects.toThrow(
      'The connection to the embedded engine is closed.',
    );
  });

  it('can be closed twice and destroyed', async () => {
    await connection.close();
    await connection.close();
    connection.destroy();
  });
});

describe('what others see', () => {
  const change = 'UPDATE product SET units_in_stock = 40 WHERE id = 15';

  it('nothing before the commit, nothing after a rollback', async () => {
    const before = await stock();
    await rowsOf(connection, change);
    expect(await stock()).toBe(before);
    await connection.rollback(LIMIT);
    expect(await stock()).toBe(before);
  });

  it('nothing after a statement that failed, and its commit is refused', async () => {
    const before = await stock();
    await rowsOf(connection, change);
    await expect(rowsOf(connection, "INSERT INTO category VALUES (1, 'x', NULL)")).rejects.toMatchObject({
      code: 'Constraint',
    });
    await expect(connection.commit(LIMIT)).rejects.toThrow(
      'DuckDB error Transaction: Current transaction is aborted',
    );
    await connection.close();
    expect(await stock()).toBe(before);
  });

  it('nothing after an interruption', async () => {
    const before = await stock();
    await rowsOf(connection, change);
    const statement = await connection.prepare(ENDLESS, LIMIT);
    await expect(statement.execute([], { ...ALL_ROWS, timeoutMs: 50 })).rejects.toThrow(INTERRUPTED);
    await expect(connection.commit(LIMIT)).rejects.toThrow('Current transaction is aborted');
    await connection.close();
    expect(await stock()).toBe(before);
  });

  it('nothing after destroy', async () => {
    const before = await stock();
    await rowsOf(connection, change);
    connection.destroy();
    expect(await stock()).toBe(before);
  });

  it('DDL only after the commit', async () => {
    await rowsOf(connection, 'CREATE TABLE born (a INTEGER)');
    const other = await connectTo(driver);
    await expect(other.prepare('SELECT * FROM born', LIMIT)).rejects.toMatchObject({ code: 'Catalog' });
    await connection.commit(LIMIT);
    await other.rollback(LIMIT);
    expect(await rowsOf(other, 'SELECT * FROM born')).toEqual([]);
    await rowsOf(other, 'DROP TABLE born');
    await other.commit(LIMIT);
    await other.close();
  });

  it('a conflict when two change the same row', async () => {
    const other = await connectTo(driver);
    await rowsOf(connection, change);
    await expect(rowsOf(other, change)).rejects.toMatchObject({ code: 'Transaction', transactionLost: true });
    await expect(other.commit(LIMIT)).rejects.toThrow('DuckDB error Transaction');
    await other.close();
  });

  it('a conflict when two add the same key, which a repeat cannot mend', async () => {
    const other = await connectTo(driver);
    const add = "INSERT INTO category VALUES (900, 'twice', NULL)";
    await rowsOf(connection, add);
    await rowsOf(other, add);
    await connection.commit(LIMIT);
    await expect(other.commit(LIMIT)).rejects.toMatchObject({
      code: 'Transaction',
      hint: expect.stringMatching(
        /same key .* Give another key, or change the row that is there now\.$/,
      ) as string,
    });
    await other.rollback(LIMIT);
    await expect(rowsOf(other, add)).rejects.toMatchObject({ code: 'Constraint' });
    await other.rollback(LIMIT);
    await rowsOf(other, 'DELETE FROM category WHERE id = 900');
    await other.commit(LIMIT);
    await other.close();
  });
});

describe('results', () => {
  it('skips rows, reads in batches and still counts all', async () => {
    const statement = await connection.prepare('SELECT range FROM range(10000)', LIMIT);
    const { resultSet } = await statement.execute([], { ...ALL_ROWS, skip: 4999, maxRows: 2 });
    expect(await resultSet?.read(2, LIMIT)).toEqual([[4999n], [5000n]]);
    expect(await resultSet?.countRows(LIMIT)).toBe(10000);
  });

  it('come in smaller batches when they are long', async () => {
    const resultSet = await open("SELECT repeat('x', 1000000) FROM range(80)");
    const first = await resultSet.read(500, LIMIT);
    expect(first.length).toBeLessThan(10);
    let rows = first.length;
    for (let read = first; read.length > 0; rows += read.length) read = await resultSet.read(500, LIMIT);
    expect(rows).toBe(80);
    expect(await resultSet.countRows(LIMIT)).toBe(80);
  });

  it('ends with an empty batch', async () => {
    const resultSet = await open('SELECT range FROM range(3)');
    expect(await resultSet.read(10, LIMIT)).toHaveLength(3);
    expect(await resultSet.read(10, LIMIT)).toEqual([]);
    expect(await resultSet.countRows(LIMIT)).toBe(3);
  });

  it('tells a failure after the first rows from the end of the result', async () => {
    const resultSet = await open(
      "SELECT CASE WHEN range = 900000 THEN error('late failure') ELSE range END FROM range(1000000)",
    );
    await expect(resultSet.countRows(LIMIT)).rejects.toThrow('DuckDB error InvalidInput: late failure');
    await expect(connection.commit(LIMIT)).rejects.toThrow('Current transaction is aborted');
  });

  it('cannot be read after the connection moved on', async () => {
    const resultSet = await open(LONG_RESULT);
    await rowsOf(connection, 'SELECT 1');
    await expect(resultSet.read(5000, LIMIT)).rejects.toThrow('closed by a later request');
  });

  it('can be read after its statement was closed', async () => {
    const statement = await connection.prepare('SELECT range FROM range(5000)', LIMIT);
    const { resultSet } = await statement.execute([], ALL_ROWS);
    await statement.close();
    expect(await resultSet?.countRows(LIMIT)).toBe(5000);
  });

  it('counts three million rows without keeping them', async () => {
    const resultSet = await open('SELECT range, range * 2 FROM range(3000000)');
    const before = process.memoryUsage().rss;
    expect(await resultSet.countRows({ timeoutMs: 30_000 })).toBe(3_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('plans', () => {
  it('shows the physical plan without running', async () => {
    const plan = await connection.plan(
      'SELECT c.name FROM MATCH (p:product)-[:part_of]->(c:category)',
      LIMIT,
    );
    expect(plan).toContain('HASH_JOIN');
    expect(plan).toContain('part_of');
  });

  it('does not step a serial', async () => {
    const current = () => rowsOf(connection, 'SELECT order_serial.CURRENT_VALUE');
    const before = await current();
    await connection.plan('SELECT order_serial.NEXT_VALUE', LIMIT);
    expect(await current()).toEqual(before);
  });

  it('is empty for other statements', async () => {
    expect(await connection.plan('DELETE FROM order_item', LIMIT)).toBe('');
    expect(await rowsOf(connection, 'SELECT count(*) FROM order_item')).toEqual([[17955n]]);
  });

  it('takes bind markers of several types', async () => {
    const sql =
      'SELECT p.name FROM product p JOIN order_item i ON i.product_id = p.id JOIN orders o ON o.id = i.order_id ' +
      'WHERE p.id = ? AND p.name <> ? AND o.ordered_at > ?';
    const plan = await connection.plan(sql, LIMIT);
    for (const table of ['product', 'order_item', 'orders']) expect(plan).toContain(table);
  });
});
