import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_ROWS, connectTo, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import type { Connection } from '../driver.js';
import type { Parameter } from '../value.js';
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

async function headingsOf(sql: string, parameters: readonly Parameter[] = []): Promise<string[]> {
  const statement = await connection.prepare(sql, LIMIT);
  await statement.execute(parameters, ALL_ROWS);
  return statement.columns.map(({ name }) => name);
}

describe('an expression is headed by its own text', () => {
  it.each<[string, string[], Parameter[]?]>([
    ['SELECT ? + 1', ['? + 1'], [1]],
    ['SELECT id + ? FROM product LIMIT ?, 1', ['id + ?'], [1, 2]],
    ['SELECT 1+1, (2)', ['1+1', '(2)']],
    ['SELECT count(*), COUNT( DISTINCT id ) FROM product', ['count(*)', 'COUNT( DISTINCT id )']],
    [
      "SELECT CAST('1' AS INT), '1'::INT, DATE '2024-02-29'",
      ["CAST('1' AS INT)", "'1'::INT", "DATE '2024-02-29'"],
    ],
    ['SELECT true, 1 IS NULL, now(), NOT true', ['true', '1 IS NULL', 'now()', 'NOT true']],
    ['SELECT (SELECT count(*) FROM MATCH (c:category))', ['(SELECT count(*) FROM MATCH (c:category))']],
    [
      'SELECT order_serial.CURRENT_VALUE + 1, upper([name]) FROM category',
      ['order_serial.CURRENT_VALUE + 1', 'upper([name])'],
    ],
    ["SELECT X'41' || X'42', N'a'", ["X'41' || X'42'", "N'a'"]],
    ['SELECT [1, 2][1], {\'a\': 1, "b": 2}.a', ['[1, 2][1]', '{\'a\': 1, "b": 2}.a']],
    ["SELECT 1 -- one\n\n  +  /* and */ len('  two')", ["1 + len('  two')"]],
    ['SELECT DISTINCT ON (id, name) id * 2, name FROM category', ['id * 2', 'name']],
    ['SELECT sum(id) OVER (ORDER BY id) FROM category UNION SELECT 1', ['sum(id) OVER (ORDER BY id)']],
    ['((SELECT 1+1) UNION ALL (SELECT 2+2))', ['1+1']],
    ['WITH t AS (SELECT 5 AS five), u AS (SELECT 6) SELECT five - 1 FROM t', ['five - 1']],
    ['FROM category SELECT id % 2', ['id % 2']],
    ['SELECT UNNEST([1, 2])', ['UNNEST([1, 2])']],
    ["INSERT INTO category VALUES (99, 'x', NULL) RETURNING upper(name), id + 1", ['upper(name)', 'id + 1']],
    [
      'WITH t AS (SELECT 1 AS a) DELETE FROM part_of WHERE category_id < 0 RETURNING position+1',
      ['position+1'],
    ],
  ])('%s', async (sql, headings, parameters) => {
    expect(await headingsOf(sql, parameters)).toEqual(headings);
  });
});

describe('an alias and the name of a column stay', () => {
  it.each([
    ['SELECT 1 + 1 AS two, 2 + 2 four, six: 3 + 3, 8 "e i"', ['two', 'four', 'six', 'e i']],
    [
      'SELECT c.ID, DBA.category.[name], `position` i FROM dba.category, category c, part_of',
      ['id', 'name', 'i'],
    ],
    ['SELECT * FROM category', ['id', 'name', 'description']],
    ['SELECT 1+1, *, 2+2, name FROM category', ['1+1', 'id', 'name', 'description', '2+2', 'name']],
    [
      'SELECT 1+1, c.*, 2+2, c.*, 3+3 FROM category c LIMIT 1',
      ['1+1', 'id', 'name', 'description', '(2 + 2)', 'id', 'name', 'description', '3+3'],
    ],
    ['SELECT * EXCLUDE (id), 1+1 FROM category', ['name', 'description', '1+1']],
    ["SELECT COLUMNS('^n'), 1+1 FROM category", ['name', '1+1']],
    ["SELECT UNNEST({'a': 1, 'b': 2}), UNNEST({'c': 3})", ['a', 'b', 'c']],
    ["SELECT s.a, s['b'] FROM (SELECT {'a': 1, 'b': 2} AS s) t", ['a', "s['b']"]],
    [
      'DESCRIBE SELECT 1+1, 2+2, 3+3, 4+4, 5+5, 6+6',
      ['column_name', 'column_type', 'null', 'key', 'default', 'extra'],
    ],
    ['VALUES (1 + 1) UNION SELECT 2 + 2', ['col0']],
  ])('%s', async (sql, headings) => {
    expect(await headingsOf(sql)).toEqual(headings);
  });
});

describe('what comes out of an inner query', () => {
  it.each<[string, string[], Parameter[]?]>([
    ['SELECT * FROM (SELECT id + ?, [name] FROM category) x', ['id + ?', 'name'], [1]],
    [
      "WITH t AS (SELECT count(*), '1'::INT, order_serial.CURRENT_VALUE FROM MATCH (c:category)) SELECT t.* FROM t",
      ['count(*)', "'1'::INT", 'order_serial.CURRENT_VALUE'],
    ],
    ['FROM (SELECT 1+1, 2+2 AS four, 3+3 six, 4+id FROM category)', ['1+1', 'four', 'six', '4+id']],
    // These use DuckDB's heading as a name.
    ['SELECT x."count_star()" FROM (SELECT count(*) FROM category) x', ['count_star()']],
    ['SELECT *, "count_star()" n FROM (SELECT count(*) FROM category) x', ['count_star()', 'n']],
    ['SELECT * FROM (SELECT id+1 FROM category UNION BY NAME SELECT id + 1 FROM category)', ['(id + 1)']],
  ])('%s', async (sql, headings, parameters) => {
    expect(await headingsOf(sql, parameters)).toEqual(headings);
  });

  it('names the columns of a table and a view', async () => {
    await rowsOf(connection, "CREATE TABLE made AS SELECT count(*), X'41' FROM category");
    await rowsOf(connection, 'CREATE VIEW shown AS SELECT id, id+1 FROM category');
    expect(await headingsOf('SELECT * FROM made')).toEqual(['count(*)', "X'41'"]);
    expect(await headingsOf('SELECT shown.* FROM shown')).toEqual(['id', 'id+1']);
  });

  it('leaves the place of an error where it is', async () => {
    const failed = connection.prepare('SELECT * FROM (SELECT count(*), nope FROM category) x', LIMIT);
    await expect(failed).rejects.toThrow('LINE 1: SELECT * FROM (SELECT count(*), nope FROM category) x\n');
  });
});
