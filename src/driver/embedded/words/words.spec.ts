import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, LIMIT, rowsOf } from '../../../../test/helpers/embedded.js';
import type { Connection } from '../../driver.js';
import { createEmbeddedDriver } from '../embedded-driver.js';

describe('the words of CoraDB on the embedded engine', () => {
  const driver = createEmbeddedDriver();
  let connection: Connection;
  beforeAll(async () => void (connection = await connectTo(driver)));
  afterAll(async () => {
    await connection.close();
    await driver.dispose?.();
  });

  it('are found by a view in a connection that has not named them', async () => {
    await rowsOf(
      connection,
      "CREATE VIEW named AS SELECT id, NVL(note, '-') AS note, WEEKDAY(ordered_at) AS day FROM orders",
    );
    await connection.commit(LIMIT);
    const other = await connectTo(driver, {}, true);
    expect(await rowsOf(other, 'SELECT COUNT(*) > 0 FROM named WHERE day BETWEEN 0 AND 6')).toEqual([[true]]);
    await other.close();
    await rowsOf(connection, 'DROP VIEW named');
  });

  it('hide no view or table of the database itself', async () => {
    await rowsOf(connection, "CREATE VIEW db_user AS SELECT 'mine' AS name");
    await connection.commit(LIMIT);
    const other = await connectTo(driver);
    expect(await rowsOf(other, 'SELECT name FROM DB_USER')).toEqual([['mine']]);
    await other.close();
    await rowsOf(connection, 'DROP VIEW main.db_user');
  });

  it('leave literals, quoted names and parts of names alone', async () => {
    expect(
      await rowsOf(
        connection,
        'SELECT \'SYSDATE\', t."rownum", t.sysdate FROM (SELECT 1 AS "rownum", 2 AS sysdate) t',
      ),
    ).toEqual([['SYSDATE', 1, 2]]);
  });

  it('number rows before they are sorted', async () => {
    const sql = 'SELECT id FROM (SELECT id FROM product ORDER BY id DESC) p WHERE ROWNUM <= 2 ORDER BY id';
    const [[last]] = (await rowsOf(connection, 'SELECT MAX(id) FROM product')) as [[number]];
    expect(await rowsOf(connection, sql)).toEqual([[last - 1], [last]]);
  });

  it.each([
    'SELECT COUNT(*) FROM product WHERE ROWNUM <= 2',
    'SELECT id FROM product WHERE ROWNUM <= 2 OR id = 1',
    'SELECT id FROM product WHERE ROWNUM <= ?',
    'UPDATE product SET name = name WHERE ROWNUM <= 1',
  ])('refuse %j, which DuckDB would read otherwise', async (sql) => {
    await expect(connection.prepare(sql, LIMIT)).rejects.toMatchObject({
      hint: expect.stringContaining('LIMIT'),
    });
  });

  it('give an AUTO_INCREMENT column a serial that goes with its table', async () => {
    const make = 'CREATE TABLE counted (id INT AUTO_INCREMENT(100, 5) PRIMARY KEY, v INT)';
    const serials = "SELECT name FROM db_serial WHERE name LIKE 'counted%'";
    for (const round of [1, 2]) {
      await rowsOf(connection, make);
      await rowsOf(connection, `INSERT INTO counted (v) VALUES (${round}), (${round})`);
      expect(await rowsOf(connection, 'SELECT id FROM counted ORDER BY id')).toEqual([[100], [105]]);
      expect(await rowsOf(connection, serials)).toEqual([['counted_ai_id']]);
      await rowsOf(connection, 'DROP TABLE counted');
      expect(await rowsOf(connection, serials)).toEqual([]);
    }
  });

  it('keep comments of a definition', async () => {
    await rowsOf(connection, "CREATE TABLE said (a INT COMMENT 'one; it''s', b INT) COMMENT = 'two'");
    expect(
      await rowsOf(
        connection,
        "SELECT comment FROM db_attribute WHERE class_name = 'said' ORDER BY def_order",
      ),
    ).toEqual([["one; it's"], [null]]);
    expect(await rowsOf(connection, "SELECT comment FROM db_class WHERE class_name = 'said'")).toEqual([
      ['two'],
    ]);
    await rowsOf(connection, 'DROP TABLE said');
  });

  it.each(['SHOW COLUMNS FROM nope', 'SHOW INDEX FROM nope', 'SHOW CREATE TABLE nope', 'DESC nope'])(
    '%s is an error, not an empty list',
    async (sql) => {
      await expect(rowsOf(connection, sql)).rejects.toMatchObject({ code: 'Catalog' });
    },
  );
});

describe('an error of the embedded engine', () => {
  const driver = createEmbeddedDriver();
  let connection: Connection;
  beforeAll(async () => void (connection = await connectTo(driver)));
  afterAll(async () => {
    await connection.close();
    await driver.dispose?.();
  });

  it.each([
    ['SELECT p.price FROM product p', /^product has unit_price, /],
    ['UPDATE product SET price = 1', /^product has unit_price, /],
    ['INSERT INTO product (id, price) VALUES (1, 2)', /^product has unit_price, /],
    ['SELECT customers FROM orders', /^orders has (?:status|customer_id), /],
  ])('about a column names those of the table, nearest first: %s', async (sql, hint) => {
    await expect(connection.prepare(sql, LIMIT)).rejects.toMatchObject({
      hint: expect.stringMatching(hint),
      engineMessage: expect.not.stringMatching(/Candidate bindings|Did you mean/),
    });
  });

  it('names what keeps a column in its table', async () => {
    await rowsOf(connection, 'ALTER TABLE orders ADD COLUMN mark INT');
    await expect(connection.prepare('ALTER TABLE orders DROP COLUMN mark', LIMIT)).rejects.toMatchObject({
      message:
        'The embedded engine takes no column from orders while these depend on the table: index idx_orders_customer, a foreign key of order_item.',
    });
    await connection.rollback(LIMIT);
  });

  it('drops a column that nothing keeps', async () => {
    await rowsOf(connection, 'CREATE TABLE free (a INT, b INT)');
    await rowsOf(connection, 'ALTER TABLE free ADD COLUMN c INT');
    await rowsOf(connection, 'ALTER TABLE free DROP COLUMN c');
    await connection.rollback(LIMIT);
  });

  it('leaves out the list of all forms of a function', async () => {
    await expect(connection.prepare("SELECT TRUNC(DATE '2024-01-02', 'MM')", LIMIT)).rejects.toMatchObject({
      hint: expect.stringContaining('DATE_TRUNC'),
      engineMessage: expect.not.stringContaining('Candidate functions'),
    });
  });
});
