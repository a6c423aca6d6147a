import { EMBEDDED_DIALECT } from './embedded-dialect.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ROWS, connectTo, DBA, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

let driver: EmbeddedDriver;
beforeAll(async () => {
  driver = createEmbeddedDriver();
  await (await connectTo(driver, { user: 'DBA' })).close();
}, PATIENCE_MS);
afterAll(() => driver.dispose());

describe('logging in', () => {
  it.each([
    [{ password: 'x' }, 'DuckDB error Login: Incorrect or missing password.'],
    [{ user: 'reader' }, 'DuckDB error Login: Incorrect or missing password.'],
    [{ user: 'nobody' }, 'DuckDB error Login: User "nobody" is invalid.'],
    [
      { database: 'demodb' },
      'DuckDB error Database: Database "demodb" does not exist; the embedded engine has: e-commerce.',
    ],
    [{ database: 'a/b' }, 'Database name "a/b" contains "/".'],
  ])('refuses %j', async (login, message) => {
    await expect(connectTo(driver, login)).rejects.toThrow(message);
  });

  it('never shows the password', async () => {
    const refused = connectTo(driver, { password: 'swordfish' });
    await expect(refused).rejects.toThrow(/^((?!swordfish).)*$/s);
    const error = await connectTo(driver, { user: 'reader', password: 'swordfish' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(JSON.stringify(error)).not.toContain('swordfish');
  });

  it('keeps a call that only reads from changing anything, whoever makes it', async () => {
    const connection = await connectTo(driver, {}, true);
    const statement = await connection.prepare('UPDATE product SET units_in_stock = 1', LIMIT);
    await expect(statement.execute([], ALL_ROWS)).rejects.toThrow('in read-only mode');
    await connection.close();
  });

  it('ends at once when the caller has already gone', async () => {
    const options = { ...LIMIT, signal: AbortSignal.abort(), lockTimeoutMs: 0, readOnly: false };
    await expect(driver.connect(DBA, options)).rejects.toThrow(
      'Connecting to the embedded engine was cancelled.',
    );
  });
});

describe('the driver', () => {
  it('says what it is', async () => {
    expect(driver).toMatchObject({ name: 'embedded', version: '1.5.6' });
    const connection = await connectTo(driver);
    expect(connection).toMatchObject({ dialect: EMBEDDED_DIALECT, engineVersion: 'DuckDB 1.5.6' });
    expect(await connection.lexicalSettings()).toEqual({
      lists: true,
      ansiQuotes: true,
      noBackslashEscapes: true,
    });
    await connection.close();
  });

  it('frees what is open when it is disposed, and opens anew afterwards', async () => {
    const other = createEmbeddedDriver();
    const connection = await connectTo(other);
    await rowsOf(connection, 'CREATE TABLE born (a INTEGER)');
    await connection.commit(LIMIT);
    await other.dispose();
    await expect(connection.prepare('SELECT 1', LIMIT)).rejects.toThrow('closed');
    const again = await connectTo(other);
    await expect(again.prepare('SELECT * FROM born', LIMIT)).rejects.toThrow('born does not exist');
    await other.dispose();
  });
});
