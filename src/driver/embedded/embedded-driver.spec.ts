import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, Login } from '../driver.js';
import type { Row } from '../value.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

const LIMIT = { timeoutMs: 10_000 };
const DBA: Login = { database: 'e-commerce', host: 'localhost', port: 33000, user: 'DBA', password: '' };

let driver: EmbeddedDriver;
beforeAll(() => void (driver = createEmbeddedDriver()));
afterAll(() => driver.dispose());

async function connect(login: Partial<Login> = {}, readOnly = false): Promise<Connection> {
  const signal = new AbortController().signal;
  return driver.connect({ ...DBA, ...login }, { timeoutMs: 10_000, signal, lockTimeoutMs: 0, readOnly });
}

async function rows(connection: Connection, sql: string): Promise<readonly Row[]> {
  const statement = await connection.prepare(sql, LIMIT);
  const { resultSet } = await statement.execute([], { ...LIMIT, startRow: 0, maxRows: 1000 });
  return (await resultSet?.read(1000, LIMIT)) ?? [];
}

describe('logging in', () => {
  it.each([
    [{ password: 'x' }, 'DuckDB error Login: Incorrect or missing password.'],
    [{ user: 'nobody' }, 'DuckDB error Login: User "nobody" is invalid.'],
    [
      { database: 'demodb' },
      'DuckDB error Database: Database "demodb" does not exist; the embedded engine has: e-commerce.',
    ],
    [{ database: 'a/b' }, 'Database name "a/b" contains "/".'],
  ])('refuses %j', async (login, message) => {
    await expect(connect(login)).rejects.toThrow(message);
  });

  it('keeps reader from changing anything', async () => {
    const connection = await connect({ user: 'Reader', password: 'reader' });
    const statement = await connection.prepare('UPDATE product SET units_in_stock = 1', LIMIT);
    await expect(statement.execute([], { ...LIMIT, startRow: 0, maxRows: 0 })).rejects.toThrow(
      'read-only mode',
    );
    await connection.close();
  });
});

describe('statements', () => {
  it('updates one product, and a rollback undoes it', async () => {
    const connection = await connect();
    const before = await rows(connection, 'SELECT units_in_stock FROM product WHERE id = 15');
    const statement = await connection.prepare('UPDATE product SET units_in_stock = 40 WHERE id = 15', LIMIT);
    expect(statement.kind).toBe('UPDATE');
    expect(await statement.execute([], { ...LIMIT, startRow: 0, maxRows: 0 })).toEqual({ affectedRows: 1 });
    await connection.rollback(LIMIT);
    expect(await rows(connection, 'SELECT units_in_stock FROM product WHERE id = 15')).toEqual(before);
    expect(before).not.toEqual([[40]]);
    await connection.close();
  });
});
