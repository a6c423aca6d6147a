import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ROWS, connectTo, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import type { Connection } from '../driver.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

let driver: EmbeddedDriver;
let connection: Connection;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  connection = await connectTo(driver);
}, PATIENCE_MS);
afterAll(() => driver.dispose());

describe('values and column types', () => {
  it.each([
    ["'abc'", 'String', 'abc'],
    ["N'가나다'", 'String', '가나다'],
    ["_utf8'x'", 'String', 'x'],
    ['42', 'Int', 42],
    ['CAST(42 AS SMALLINT)', 'Short', 42],
    ['9007199254740993', 'BigInt', 9007199254740993n],
    ['170141183460469231731687303715884105727', 'HUGEINT', 170141183460469231731687303715884105727n],
    ['CAST(-0.05 AS NUMERIC(5,2))', 'Numeric', { kind: 'decimal', text: '-0.05' }],
    ['CAST(12 AS NUMERIC(38,10))', 'Numeric', { kind: 'decimal', text: '12.0000000000' }],
    ["CAST('NaN' AS DOUBLE)", 'Double', NaN],
    ['CAST(0.1 AS DOUBLE)', 'Double', 0.1],
    ['TRUE', 'BOOLEAN', true],
    ["DATE '2024-02-29'", 'Date', '2024-02-29'],
    ["DATE '0001-01-01'", 'Date', '0001-01-01'],
    ["DATE '9999-12-31'", 'Date', '9999-12-31'],
    ["DATE '1969-12-31'", 'Date', '1969-12-31'],
    ["TIMESTAMP '2024-03-01 07:08:09'", 'DateTime', '2024-03-01 07:08:09.000'],
    ["TIMESTAMP '1969-12-31 23:59:59.999'", 'DateTime', '1969-12-31 23:59:59.999'],
    ["TIMESTAMP '2024-03-01 07:08:09.123456'", 'DateTime', '2024-03-01 07:08:09.123'],
    ["DATETIME '2024-03-01 07:08:09.9999'", 'DateTime', '2024-03-01 07:08:09.999'],
    ["CAST('1969-12-31 23:59:59.9999' AS DATETIME)", 'DateTime', '1969-12-31 23:59:59.999'],
    ["CAST('2024-03-01 07:08:09.5' AS TIMESTAMP(3))", 'DateTime', '2024-03-01 07:08:09.500'],
    ["CAST('1969-12-31 23:59:59' AS TIMESTAMP_S)", 'Timestamp', '1969-12-31 23:59:59'],
    ["CAST('infinity' AS TIMESTAMP_S)", 'Timestamp', 'infinity'],
    [
      "CAST('1969-12-31 23:59:59.123456789' AS TIMESTAMP_NS)",
      'TIMESTAMP_NS',
      '1969-12-31 23:59:59.123456789',
    ],
    ["TIMESTAMP 'infinity'", 'DateTime', 'infinity'],
    ["TIME '01:02:03'", 'Time', '01:02:03'],
    ["TIME '01:02:03.999999'", 'Time', '01:02:03'],
    ["CAST('23:59:59.9' AS TIME)", 'Time', '23:59:59'],
    ["list_value(TIME '01:02:03.5')", 'Sequence', ['01:02:03']],
    ["struct_pack(a := TIMESTAMP '2024-03-01 07:08:09.123456')", 'STRUCT', '{"a":"2024-03-01 07:08:09.123"}'],
    ["TIMESTAMPTZ '2024-01-01 09:00:00.123456+09'", 'DateTimeTZ', '2024-01-01 00:00:00.123 +00:00'],
    ["TIMESTAMPTZ '2024-01-01 09:00:00+09'", 'DateTimeTZ', '2024-01-01 00:00:00.000 +00:00'],
    ["DATE 'infinity'", 'Date', 'infinity'],
    ["X'00ff4a'", 'VarBit', new Uint8Array([0, 255, 74])],
    ["B'101'", 'Bit', '101'],
    ['list_value(1, NULL, 3)', 'Sequence', [1, null, 3]],
    [
      "struct_pack(a := 1, b := 'x', c := CAST(1.50 AS NUMERIC(5,2)), d := NULL, e := DATE '2024-01-02')",
      'STRUCT',
      '{"a":1,"b":"x","c":1.50,"d":null,"e":"2024-01-02"}',
    ],
    ['ROW(1, 2, 3)', 'STRUCT', '[1,2,3]'],
    ["ROW(ROW(1, 'x'), NULL)", 'STRUCT', '[[1,"x"],null]'],
    ['list_value(ROW(1, 2), NULL)', 'Sequence', ['[1,2]', null]],
    ['map(list_value(1), list_value(ROW(3, 4)))', 'MAP', '{"1":[3,4]}'],
    ['struct_pack(b := ROW(1, 2), "2" := 3, "1" := 4)', 'STRUCT', '{"b":[1,2],"2":3,"1":4}'],
    ['struct_pack("__proto__" := 1, "a:b" := 2)', 'STRUCT', '{"__proto__":1,"a:b":2}'],
    ['struct_pack(u := union_value(k := ROW(1, 2)))', 'STRUCT', '{"u":[1,2]}'],
    ["map(list_value('k'), list_value(9007199254740993))", 'MAP', '{"k":9007199254740993}'],
    ["CAST('00000000-0000-0000-0000-00000000002a' AS UUID)", 'UUID', '00000000-0000-0000-0000-00000000002a'],
    ['CAST(\'{"a": 1}\' AS JSON)', 'Json', '{"a": 1}'],
    ['NULL', 'Int', null],
  ])('%s', async (expression, type, value) => {
    const statement = await connection.prepare(`SELECT ${expression} AS v`, LIMIT);
    expect(statement.columns).toMatchObject([{ name: 'v', type }]);
    const { resultSet } = await statement.execute([], ALL_ROWS);
    expect(await resultSet?.read(1, LIMIT)).toEqual([[value]]);
  });

  it.each([
    ['now()', 'DateTimeTZ', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \+00:00$/],
    ['CURRENT_TIMESTAMP', 'DateTimeTZ', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \+00:00$/],
    ['localtimestamp', 'DateTime', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/],
    ['CAST(now() AS DATETIME)', 'DateTime', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/],
    ['localtime', 'Time', /^\d\d:\d\d:\d\d$/],
  ])('the time of the call, %s', async (expression, type, form) => {
    const statement = await connection.prepare(`SELECT ${expression} AS v`, LIMIT);
    expect(statement.columns).toMatchObject([{ type }]);
    expect(await rowsOf(connection, `SELECT ${expression} AS v`)).toEqual([[expect.stringMatching(form)]]);
  });

  it('times in columns of tables have the digits of their types', async () => {
    const other = await connectTo(driver);
    await rowsOf(other, 'CREATE TABLE moments (a DATETIME, b TIMESTAMP, c TIME, d TIMESTAMP_S)');
    await rowsOf(
      other,
      "INSERT INTO moments VALUES ('2024-01-02 03:04:05.678901', '2024-01-02 03:04:05.678901', '03:04:05.678901', '2024-01-02 03:04:05')",
    );
    expect(await rowsOf(other, 'SELECT * FROM moments')).toEqual([
      ['2024-01-02 03:04:05.678', '2024-01-02 03:04:05.678', '03:04:05', '2024-01-02 03:04:05'],
    ]);
    await other.close();
  });

  it.each(['SYSDATETIME', 'sys_timestamp'])('%s is the wall-clock time', async (word) => {
    const [row] = await rowsOf(connection, `SELECT ${word} FROM product LIMIT 1`);
    expect(row?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('NOW is told what the engine has instead', async () => {
    await expect(rowsOf(connection, 'SELECT NOW FROM product')).rejects.toMatchObject({
      hint: 'The embedded engine has now(), current_date and localtime, and localtimestamp without a time zone.',
    });
  });

  it('gives precision and scale of the product table', async () => {
    const statement = await connection.prepare('SELECT id, unit_price, units_in_stock FROM product', LIMIT);
    expect(statement.columns).toEqual([
      { name: 'id', type: 'Int', precision: 10, scale: 0 },
      { name: 'unit_price', type: 'Numeric', precision: 10, scale: 2 },
      { name: 'units_in_stock', type: 'Short', precision: 5, scale: 0 },
    ]);
  });

  it('names the element type of a collection', async () => {
    const statement = await connection.prepare("SELECT list_value(DATE '2024-01-01') AS v", LIMIT);
    expect(statement.columns).toEqual([{ name: 'v', type: 'Sequence', elementType: 'Date' }]);
  });
});

describe('bind parameters', () => {
  it.each([
    [1, 'INTEGER', 1],
    [3000000000, 'BIGINT', 3000000000n],
    [-1.5, 'DOUBLE', -1.5],
    ['x', 'VARCHAR', 'x'],
    [true, 'BOOLEAN', true],
    [
      { type: 'NUMERIC', value: '123456789012345678901234.50' },
      'DECIMAL(26,2)',
      { kind: 'decimal', text: '123456789012345678901234.50' },
    ],
    [{ type: 'NUMERIC', value: '-.05' }, 'DECIMAL(2,2)', { kind: 'decimal', text: '-0.05' }],
    [{ type: 'BIGINT', value: '9223372036854775807' }, 'BIGINT', 9223372036854775807n],
    [{ type: 'SHORT', value: -32768 }, 'SMALLINT', -32768],
    [{ type: 'DATE', value: '2024-02-29' }, 'DATE', '2024-02-29'],
    [{ type: 'DATETIME', value: '1969-12-31T23:59:59.5' }, 'TIMESTAMP', '1969-12-31 23:59:59.500'],
    [{ type: 'DATETIME', value: '2024-03-01 07:08:09.123456' }, 'TIMESTAMP', '2024-03-01 07:08:09.123'],
    [{ type: 'TIME', value: '23:59:59' }, 'TIME', '23:59:59'],
    [{ type: 'TIME', value: '23:59:59.5' }, 'TIME', '23:59:59'],
    [{ type: 'VARBIT', value: '00fF' }, 'BLOB', new Uint8Array([0, 255])],
    [{ type: 'DOUBLE', value: '1e3' }, 'DOUBLE', 1000],
    [{ type: 'VARCHAR', value: 12 }, 'VARCHAR', '12'],
  ])('%j binds as %s', async (parameter, type, value) => {
    expect(await rowsOf(connection, 'SELECT ?, typeof(?)', [parameter, parameter])).toEqual([[value, type]]);
  });

  it('NULL, plain and typed', async () => {
    expect(
      await rowsOf(connection, 'SELECT ? IS NULL, ? IS NULL', [null, { type: 'DATE', value: null }]),
    ).toEqual([[true, true]]);
  });

  it.each([
    [{ type: 'SHORT', value: 40000 }, '40000 is not a value of type SHORT'],
    [{ type: 'INT', value: '1.5' }, '"1.5" is not a value of type INT'],
    [{ type: 'BIGINT', value: '9223372036854775808' }, '"9223372036854775808" is not a value of type BIGINT'],
    [{ type: 'NUMERIC', value: 'abc' }, '"abc" is not a value of type NUMERIC'],
    [{ type: 'NUMERIC', value: '1'.repeat(39) }, 'is not a value of type NUMERIC'],
    [{ type: 'DATE', value: '2023-02-29' }, '"2023-02-29" is not a value of type DATE'],
    [{ type: 'DATE', value: '2023-13-01' }, '"2023-13-01" is not a value of type DATE'],
    [{ type: 'TIME', value: '24:00:00' }, '"24:00:00" is not a value of type TIME'],
    [{ type: 'DATETIME', value: 'now' }, '"now" is not a value of type DATETIME'],
    [{ type: 'VARBIT', value: 'abc' }, '"abc" is not a value of type VARBIT'],
    [{ type: 'BOOLEAN', value: 'yes' }, '"yes" is not a value of type BOOLEAN'],
    [{ type: 'SET', value: '1' }, 'type SET is not supported here; supported are CHAR, '],
    [NaN, 'NaN is not a finite number'],
  ])('%j is refused with its position', async (parameter, problem) => {
    const refused = rowsOf(connection, 'SELECT ?, ?', ['fine', parameter]);
    await expect(refused).rejects.toMatchObject({ layer: 'input' });
    await expect(refused).rejects.toThrow('Bind parameter 2: ');
    await expect(refused).rejects.toThrow(problem);
  });

  it.each([
    ['DATE', '29.02.2024', 'Write YYYY-MM-DD, such as 2024-02-29.'],
    ['TIME', '1:45 PM', 'Write HH:MM[:SS[.ffffff]], such as 13:45:00.'],
    [
      'DATETIME',
      '2024-02-29 13:45:00Z',
      'Write YYYY-MM-DD[ HH:MM[:SS[.ffffff]]], such as 2024-02-29 13:45:00, without a time zone.',
    ],
  ])('%s is told in which form', async (type, value, hint) => {
    await expect(rowsOf(connection, 'SELECT ?', [{ type, value }])).rejects.toMatchObject({ hint });
  });

  it.each([
    [[], 'The statement has 1 bind marker but 0 values were given.'],
    [[1, 2], 'The statement has 1 bind marker but 2 values were given.'],
  ])('%j are too few or too many', async (parameters, message) => {
    await expect(rowsOf(connection, 'SELECT name FROM product WHERE id = ?', parameters)).rejects.toThrow(
      message,
    );
  });

  it('run one prepared statement twice', async () => {
    const statement = await connection.prepare('SELECT id FROM product WHERE id = ?', LIMIT);
    expect(statement.parameterCount).toBe(1);
    for (const id of [15, 16]) {
      const { resultSet } = await statement.execute([id], ALL_ROWS);
      expect(await resultSet?.read(2, LIMIT)).toEqual([[id]]);
    }
  });

  it('give the columns once their type is known', async () => {
    const statement = await connection.prepare('SELECT ? AS v', LIMIT);
    expect(statement.columns).toEqual([]);
    await statement.execute([1.5], ALL_ROWS);
    expect(statement.columns).toEqual([{ name: 'v', type: 'Double' }]);
  });
});
