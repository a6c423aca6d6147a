import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../driver.js';
import type { Row } from '../value.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

const LIMIT = { timeoutMs: 20_000 };
let driver: EmbeddedDriver;
let connection: Connection;

beforeAll(async () => {
  driver = createEmbeddedDriver();
  connection = await driver.connect(
    { database: 'e-commerce', host: 'localhost', port: 33000, user: 'dba', password: '' },
    { ...LIMIT, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: false },
  );
});
afterAll(async () => {
  await connection.close();
  await driver.dispose();
});

async function rows(sql: string): Promise<readonly Row[]> {
  const statement = await connection.prepare(sql, LIMIT);
  const { resultSet } = await statement.execute([], { ...LIMIT, skip: 0, maxRows: 10 });
  return (await resultSet?.read(10, LIMIT)) ?? [];
}

describe('the owner dba', () => {
  it.each([
    'SELECT c.name FROM dba.category c WHERE c.id = 1',
    'SELECT DBA.category.name FROM DBA.category, dba.product WHERE DBA.category.id = 1 AND product.id = 1',
    'SELECT name FROM [dba].[category] WHERE id = 1',
    // An alias of that name is not the owner.
    'SELECT dba.name FROM category dba WHERE dba.id = 1',
  ])('may stand before a name: %s', async (sql) => {
    expect(await rows(sql)).toEqual([['Hoodies & Sweatshirts']]);
  });

  it('may stand before a serial', async () => {
    expect(await rows('SELECT dba.order_serial.NEXT_VALUE')).toEqual(
      await rows('SELECT order_serial.CURRENT_VALUE'),
    );
  });

  it('may stand before a new table', async () => {
    await rows('CREATE TABLE dba.owned (id INTEGER PRIMARY KEY)');
    expect(await rows("SELECT count(*) FROM dba.owned WHERE 'dba.x' = 'dba.x'")).toEqual([[0n]]);
    await connection.rollback(LIMIT);
  });
});
