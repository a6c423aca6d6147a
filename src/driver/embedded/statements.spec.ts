import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { ALL_ROWS, connectTo, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import type { Connection } from '../driver.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

let driver: EmbeddedDriver;
let connection: Connection;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  await (await connectTo(driver)).close();
}, PATIENCE_MS);
afterAll(() => driver.dispose());
beforeEach(async () => void (connection = await connectTo(driver)));
afterEach(() => connection.close());

describe('statement kinds', () => {
  it.each([
    ['SELECT 1', 'SELECT'],
    ['(SELECT 1) UNION (SELECT 2)', 'SELECT'],
    ['VALUES (1)', 'SELECT'],
    ['WITH x AS (SELECT 1 AS a) SELECT * FROM x', 'SELECT'],
    ['SHOW TABLES', 'SELECT'],
    ['DESCRIBE product', 'SELECT'],
    ['FROM product', 'SELECT'],
    ['TABLE product', 'SELECT'],
    ['SUMMARIZE product', 'SELECT'],
    ["PIVOT orders ON status IN ('paid') USING count(*)", 'SELECT'],
    ['UNPIVOT category ON id INTO NAME n VALUE v', 'SELECT'],
    ['WITH x AS (SELECT 1 AS a) FROM x', 'SELECT'],
    ["INSERT INTO category VALUES (99, 'x', NULL)", 'INSERT'],
    [
      'WITH x AS (SELECT 1 AS a) UPDATE product SET units_in_stock = 1 WHERE id IN (SELECT a FROM x)',
      'UPDATE',
    ],
    ['DELETE FROM order_item', 'DELETE'],
    [
      'MERGE INTO category USING (SELECT 1 AS id) s ON category.id = s.id WHEN MATCHED THEN UPDATE SET name = name',
      'MERGE',
    ],
    ['TRUNCATE order_item', 'TRUNCATE'],
    ['CREATE TABLE t (a INTEGER)', 'CREATE_TABLE'],
    ['CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS a', 'CREATE_TABLE'],
    ['CREATE VERTEX TABLE t (a INTEGER PRIMARY KEY)', 'CREATE_TABLE'],
    ['CREATE EDGE TABLE t FROM customer TO product', 'CREATE_TABLE'],
    ['CREATE OR REPLACE VIEW v AS SELECT 1', 'CREATE_VIEW'],
    ['CREATE UNIQUE INDEX i ON customer (id, name)', 'CREATE_INDEX'],
    ['CREATE SERIAL s', 'CREATE_SERIAL'],
    ['CREATE SEQUENCE s', 'CREATE_SERIAL'],
    ['CREATE SCHEMA s', 'CREATE_SCHEMA'],
    ['ALTER TABLE category ADD COLUMN x INTEGER', 'ALTER_TABLE'],
    ['DROP TABLE order_item', 'DROP_TABLE'],
    ['DROP VIEW order_summary', 'DROP_VIEW'],
    ['DROP INDEX idx_bought_product', 'DROP_INDEX'],
    ['DROP SERIAL order_serial', 'DROP_SERIAL'],
    ["COMMENT ON TABLE product IS 'x'", 'COMMENT'],
  ])('%s is %s', async (sql, kind) => {
    expect((await connection.prepare(sql, LIMIT)).kind).toBe(kind);
  });

  it.each([
    'CREATE TEMP TABLE t (a INTEGER)',
    'CREATE TEMPORARY VIEW v AS SELECT 1',
    'CREATE OR REPLACE TEMPORARY TABLE category AS SELECT 1 AS id',
    'CREATE TEMP SEQUENCE s',
  ])('%s is refused, because nothing of it would stay', async (sql) => {
    const refused = connection.prepare(sql, LIMIT);
    await expect(refused).rejects.toThrow(/^CREATE TEMP(?:ORARY)? is not available/);
    await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('use WITH in the query') });
  });

  it('counts the rows of changes', async () => {
    const execute = async (sql: string) => (await connection.prepare(sql, LIMIT)).execute([], ALL_ROWS);
    expect(await execute('CREATE TABLE t (a INTEGER)')).toEqual({});
    expect(await execute('INSERT INTO t VALUES (1), (2), (3)')).toEqual({ affectedRows: 3 });
    expect(await execute('UPDATE t SET a = 9 WHERE a > 1')).toEqual({ affectedRows: 2 });
    expect(await execute('DELETE FROM t WHERE a = 0')).toEqual({ affectedRows: 0 });
    expect(await execute('TRUNCATE t')).toEqual({ affectedRows: 3 });
  });

  it('gives rows for RETURNING, after the whole change', async () => {
    const statement = await connection.prepare(
      'DELETE FROM bought WHERE customer_id = 1 RETURNING product_id',
      LIMIT,
    );
    expect(statement.columns).toEqual([{ name: 'product_id', type: 'Int', precision: 10, scale: 0 }]);
    const { resultSet } = await statement.execute([], ALL_ROWS);
    const deleted = await resultSet?.countRows(LIMIT);
    expect(deleted).toBeGreaterThan(100);
    expect(await rowsOf(connection, 'SELECT count(*) FROM bought WHERE customer_id = 1')).toEqual([[0n]]);
  });
});

describe('text in CoraDB words', () => {
  it.each([
    ['SELECT [id], `name` FROM "product" WHERE [id] = 15 -- comment\r /* and */', 2],
    ['SELECT id /*+ a hint */ FROM product // what\n WHERE id = 15;', 1],
    ["SELECT 'a\\' AS [a b]", 1],
    ['SELECT 1 AS 가격', 1],
    ["SELECT '1'::INT, {'k': 2}, 3 :: NUMERIC(5,2)", 3],
    ['SELECT 1 #c', 1],
    ["SELECT [1, 2, 3] @> [1], ['a;b'][1], [name][1] FROM product WHERE [id] = 15", 3],
  ])('%s', async (sql, columns) => {
    const rows = await rowsOf(connection, sql);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toHaveLength(columns);
  });

  it.each([
    ['SELECT id FROM product ORDER BY id LIMIT 2, 3', [[3], [4], [5]]],
    ['SELECT id FROM (SELECT id FROM product ORDER BY id LIMIT 1,2) p ORDER BY 1 LIMIT 1', [[2]]],
  ])('%s starts where LIMIT says', async (sql, expected) => {
    expect(await rowsOf(connection, sql)).toEqual(expected);
  });

  it.each([
    ['SELECT id FROM product ORDER BY id LIMIT ?, ?', [2, 3], [[3], [4], [5]]],
    ['SELECT id FROM product ORDER BY id LIMIT 2, ?', [3], [[3], [4], [5]]],
    ['SELECT id FROM product ORDER BY id LIMIT ?,3', [2], [[3], [4], [5]]],
    ['SELECT id FROM product ORDER BY id LIMIT (? + 1) * 2, ? - 1', [0, 4], [[3], [4], [5]]],
    [
      'SELECT id + ? FROM product p WHERE id > ? AND id IN (SELECT id FROM product ORDER BY id LIMIT ?, ?) ORDER BY id LIMIT ?, ?',
      [100, 4, 1, 9, 2, 3],
      [[107], [108], [109]],
    ],
    ['SELECT id FROM product WHERE id > ? ORDER BY id LIMIT ? OFFSET ?', [4, 3, 2], [[7], [8], [9]]],
  ])('%s with %j takes the start first, as CoraDB does', async (sql, values, expected) => {
    expect(await rowsOf(connection, sql, values)).toEqual(expected);
    const statement = await connection.prepare(sql, LIMIT);
    expect(statement.parameterCount).toBe(values.length);
    expect(await connection.plan(sql, LIMIT)).toContain('product');
  });

  it('names the way out for LIMIT with other expressions', async () => {
    await expect(rowsOf(connection, 'SELECT id FROM product LIMIT abs(1), 2')).rejects.toMatchObject({
      hint: 'Write LIMIT count OFFSET start instead of LIMIT start, count.',
    });
  });

  it('heads bit strings by their own text', async () => {
    const { columns } = await connection.prepare(
      "SELECT X'41', b'1' AS c, B'1', concat('x', X'41') d",
      LIMIT,
    );
    expect(columns.map(({ name }) => name)).toEqual(["X'41'", 'c', "B'1'", 'd']);
  });

  it('keeps the place of an error', async () => {
    const sql = 'SELECT /* comment */ id,\n  nope FROM product';
    const failed = connection.prepare(sql, LIMIT);
    await expect(failed).rejects.toThrow(
      'DuckDB error Binder: Referenced column "nope" not found in FROM clause!',
    );
    await expect(failed).rejects.toThrow('LINE 2:   nope FROM product\n          ^');
  });

  it.each([
    ['SELEC 1', 'Parser', 'syntax error at or near "SELEC"'],
    ['SELECT * FROM nowhere', 'Catalog', 'Table with name nowhere does not exist!'],
    ["SELECT CAST('x' AS INTEGER)", 'Conversion', "Could not convert string 'x' to INT32"],
    [
      "INSERT INTO category VALUES (1, 'x', NULL)",
      'Constraint',
      'Duplicate key "id: 1" violates primary key constraint',
    ],
  ])('%s fails with the class %s', async (sql, code, text) => {
    const failed = rowsOf(connection, sql);
    await expect(failed).rejects.toMatchObject({ layer: 'engine', engine: 'DuckDB', code });
    await expect(failed).rejects.toThrow(text);
  });

  it.each(['', '  ', '-- nothing', ';'])('%j is empty', async (sql) => {
    await expect(connection.prepare(sql, LIMIT)).rejects.toThrow('The statement is empty.');
  });

  it('refuses NUL and open quotes with their place', async () => {
    await expect(connection.prepare('SELECT 1,\n \0', LIMIT)).rejects.toMatchObject({
      layer: 'input',
      position: { offset: 11, line: 2, column: 2 },
    });
    await expect(connection.prepare("SELECT 'abc", LIMIT)).rejects.toThrow('never closed (line 1, column 8)');
  });
});

describe('a new column', () => {
  const columns = () =>
    rowsOf(
      connection,
      "SELECT column_name, column_default FROM duckdb_columns() WHERE table_name = 't' ORDER BY column_index",
    );

  it.each([
    ['n INTEGER DEFAULT 7', 7, 7],
    ['n INTEGER DEFAULT 3 + 4', 7, 7],
    ["n VARCHAR DEFAULT upper('a')", 'A', 'A'],
    ["n DATE DEFAULT DATE '2024-02-29'", '2024-02-29', '2024-02-29'],
    ['n BIGINT DEFAULT s.NEXT_VALUE', 1n, 2n],
  ])('%s fills the rows that are there and those that come', async (column, before, after) => {
    await rowsOf(connection, 'CREATE SERIAL s');
    await rowsOf(connection, 'CREATE TABLE t (a INTEGER)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    const statement = await connection.prepare(`ALTER TABLE t ADD COLUMN ${column}`, LIMIT);
    expect(statement.kind).toBe('ALTER_TABLE');
    expect(await statement.execute([], ALL_ROWS)).toEqual({});
    await rowsOf(connection, 'INSERT INTO t (a) VALUES (2)');
    expect(await rowsOf(connection, 'SELECT n FROM t ORDER BY a')).toEqual([[before], [after]]);
  });

  it('takes the time of the call, which is undone and saved like everything else', async () => {
    await rowsOf(connection, 'CREATE TABLE t (a INTEGER)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    await connection.commit(LIMIT);
    const add = 'ALTER TABLE t ADD COLUMN c TIMESTAMP DEFAULT now()';
    await rowsOf(connection, add);
    expect(await rowsOf(connection, 'SELECT c = now() FROM t')).toEqual([[true]]);
    await connection.rollback(LIMIT);
    expect(await columns()).toEqual([['a', null]]);
    await rowsOf(connection, add);
    await connection.commit(LIMIT);
    expect(await columns()).toEqual([
      ['a', null],
      ['c', 'now()'],
    ]);
    await rowsOf(connection, 'DROP TABLE t');
    await connection.commit(LIMIT);
  });

  it('of a table that is not there is nothing with IF EXISTS', async () => {
    const rest = 'ADD COLUMN c TIMESTAMP DEFAULT now()';
    expect(await rowsOf(connection, `ALTER TABLE IF EXISTS nowhere ${rest}`)).toEqual([]);
    await expect(rowsOf(connection, `ALTER TABLE nowhere ${rest}`)).rejects.toThrow(
      'Table with name nowhere does not exist!',
    );
  });

  it('with a default that fails fails as a whole', async () => {
    await expect(
      rowsOf(connection, "ALTER TABLE category ADD COLUMN c INTEGER DEFAULT CAST('x' AS INTEGER)"),
    ).rejects.toMatchObject({ code: 'Conversion' });
  });
});

describe('statements that DuckDB splits otherwise', () => {
  it.each([
    'PIVOT orders ON status',
    'SELECT * FROM (PIVOT orders ON status)',
    'CREATE TABLE t AS PIVOT orders ON status',
  ])('%s is refused with the way out', async (sql) => {
    await expect(connection.prepare(sql, LIMIT)).rejects.toMatchObject({
      layer: 'guard',
      message: 'PIVOT without a list of values is not available in the embedded engine.',
      hint: 'Name the values: FROM t PIVOT (count(*) FOR kind IN (1, 2)).',
    });
  });
});

describe('serials', () => {
  it('step and show their value', async () => {
    await rowsOf(connection, 'CREATE SERIAL s START WITH 5 INCREMENT BY 2 NOMAXVALUE NOCYCLE NOCACHE');
    const current = 'SELECT S.CURRENT_VALUE, s.CURRVAL';
    expect(await rowsOf(connection, current)).toEqual([[5n, 5n]]);
    expect(await rowsOf(connection, 'SELECT s.NEXT_VALUE')).toEqual([[5n]]);
    expect(await rowsOf(connection, 'SELECT [s] . "NextVal" FROM category WHERE id = 1')).toEqual([[7n]]);
    expect(await rowsOf(connection, current)).toEqual([[7n, 7n]]);
    await rowsOf(connection, 'DROP SERIAL s');
  });

  it.each([
    ['SELECT order_serial.CURRENT_VALUE', ['order_serial.CURRENT_VALUE']],
    [
      'SELECT DISTINCT dba.order_serial.current_value, [order_serial].CurrVal, 1 AS one FROM category',
      ['dba.order_serial.current_value', '[order_serial].CurrVal', 'one'],
    ],
    ['SELECT order_serial.CURRENT_VALUE AS x, order_serial.CURRENT_VALUE y', ['x', 'y']],
    ['SELECT n.* FROM (SELECT order_serial.CURRENT_VALUE) n', ['order_serial.CURRENT_VALUE']],
    [
      'SELECT order_serial.CURRENT_VALUE UNION SELECT order_serial.CURRENT_VALUE ORDER BY 1',
      ['order_serial.CURRENT_VALUE'],
    ],
    ['SELECT order_serial.NEXT_VALUE WHERE 1 = 2', ['order_serial.NEXT_VALUE']],
    [
      'SELECT coalesce(order_serial.CURRENT_VALUE, 1) AS x, greatest(1, order_serial.CURRENT_VALUE, 2) AS y WHERE order_serial.CURRENT_VALUE IN (1, order_serial.CURRENT_VALUE, 2)',
      ['x', 'y'],
    ],
  ])('keep their words as heading: %s', async (sql, headings) => {
    const { columns } = await connection.prepare(sql, LIMIT);
    expect(columns.map(({ name }) => name)).toEqual(headings);
  });

  it.each([
    ['SELECT nosuch.CURRENT_VALUE', 'nosuch'],
    ['SELECT t.currval FROM (SELECT 1 AS currval) t', 't'],
    ["SELECT [it's].current_value FROM category", "it's"],
  ])('that do not exist are an error, not NULL: %s', async (sql, name) => {
    await expect(rowsOf(connection, sql)).rejects.toThrow(`There is no serial ${name}. CURRENT_VALUE`);
  });

  it('leave a column of that name alone when nothing stands before it', async () => {
    expect(await rowsOf(connection, 'SELECT currval FROM (SELECT 1 AS currval) t')).toEqual([[1]]);
  });

  it('number new orders of the sample', async () => {
    await rowsOf(
      connection,
      "INSERT INTO orders (id, customer_id, ordered_at, total) VALUES (order_serial.NEXT_VALUE, 1, TIMESTAMP '2026-01-01 00:00:00', 1)",
    );
    expect(await rowsOf(connection, 'SELECT id, status FROM orders WHERE id > 9000')).toEqual([
      [9001, 'paid'],
    ]);
  });
});

describe('graph tables', () => {
  it('are forgotten when they are dropped', async () => {
    await rowsOf(connection, 'CREATE VERTEX TABLE town (name VARCHAR PRIMARY KEY)');
    await rowsOf(connection, 'DROP TABLE town');
    await rowsOf(connection, 'CREATE TABLE town (name VARCHAR PRIMARY KEY)');
    await expect(connection.prepare('SELECT 1 FROM MATCH (t:town)', LIMIT)).rejects.toThrow(
      'town is not a vertex table',
    );
  });

  it('get the key columns of their ends', async () => {
    await rowsOf(connection, 'CREATE VERTEX TABLE town (name VARCHAR PRIMARY KEY)');
    await rowsOf(connection, 'CREATE EDGE TABLE lives_in FROM customer TO town (since DATE)');
    const columns =
      "SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE table_name = 'lives_in' ORDER BY column_index";
    expect(await rowsOf(connection, columns)).toEqual([
      ['source_id', 'INTEGER', false],
      ['target_id', 'VARCHAR', false],
      ['since', 'DATE', true],
    ]);
  });

  it.each([
    ['CREATE VERTEX TABLE t (a INTEGER)', 'The vertex table t needs a primary key of one column.'],
    [
      'CREATE VERTEX TABLE t (a INTEGER, b INTEGER, PRIMARY KEY (a, b))',
      'The vertex table t needs a primary key of one column.',
    ],
    ['CREATE EDGE TABLE t (a INTEGER)', 'an edge table needs FROM and TO (line 1, column 21).'],
    ['CREATE EDGE TABLE t FROM orders TO product', 'orders is not a vertex table (line 1, column 26).'],
    [
      'CREATE VERTEX TABLE a.b (x INTEGER PRIMARY KEY)',
      'expected the plain name of a table (line 1, column 21).',
    ],
  ])('%s is refused', async (sql, message) => {
    const refused = rowsOf(connection, sql);
    await expect(refused).rejects.toMatchObject({ layer: 'input' });
    await expect(refused).rejects.toThrow(message);
  });
});

describe('the sample', () => {
  it('allows the changes that a first try makes', async () => {
    for (const sql of [
      "UPDATE product SET units_in_stock = 40, unit_price = 9.99, name = 'New' WHERE id = 15",
      "UPDATE category SET name = 'Shirts' WHERE id = 2",
      "UPDATE customer SET city = '부산' WHERE id = 1",
      "UPDATE orders SET status = 'returned', ordered_at = ordered_at, note = NULL WHERE id = 3",
      'UPDATE order_item SET quantity = 2 WHERE order_id = 3',
      'DELETE FROM part_of WHERE category_id = 14',
      "INSERT INTO product (id, name, description, unit_price) VALUES (9999, 'x', 'y', 1)",
    ]) {
      await rowsOf(connection, sql);
    }
  });

  it('is the same everywhere', async () => {
    const sums =
      'SELECT (SELECT sum(hash(p)) FROM product p), (SELECT sum(total) FROM orders), (SELECT max(shipped_at) FROM orders)';
    const second = createEmbeddedDriver();
    const other = await connectTo(second);
    expect(await rowsOf(other, sums)).toEqual(await rowsOf(connection, sums));
    await second.dispose();
  });

  it('is consistent: totals are the sums of their lines, shipments lie in 2024 and 2025', async () => {
    const sql =
      'SELECT count(*) FROM orders o WHERE total <> (SELECT sum(quantity * unit_price) FROM order_item i WHERE i.order_id = o.id)';
    expect(await rowsOf(connection, sql)).toEqual([[0n]]);
    const years = 'SELECT DISTINCT year(shipped_at) FROM orders WHERE shipped_at IS NOT NULL ORDER BY 1';
    expect(await rowsOf(connection, years)).toEqual([[2024n], [2025n]]);
    expect(await rowsOf(connection, 'SELECT count(*) FROM orders WHERE shipped_at < ordered_at')).toEqual([
      [0n],
    ]);
  });

  it('has the three largest categories of the README', async () => {
    const sql =
      'SELECT c.name, COUNT(p) AS products FROM MATCH (p:product)-[:part_of]->(c:category) GROUP BY c.name ORDER BY products DESC LIMIT 3';
    expect(await rowsOf(connection, sql)).toEqual([
      ['Hoodies & Sweatshirts', 390n],
      ['Tees', 385n],
      ['Jackets', 362n],
    ]);
  });
});
