import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectTo, LIMIT, rowsOf } from '../../../test/helpers/embedded.js';
import { DriverError, EngineError } from '../driver-errors.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

let folder: string;
let drivers: EmbeddedDriver[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coradb-embedded-'));
  drivers = [];
});
afterEach(async () => {
  for (const driver of drivers) await driver.dispose();
  rmSync(folder, { recursive: true });
});

function driverOf(directory: string): EmbeddedDriver {
  const driver = createEmbeddedDriver({ directory });
  drivers.push(driver);
  return driver;
}

describe('database files', () => {
  it('survive a restart, with what was created in them', async () => {
    const before = createEmbeddedDriver({ directory: folder });
    const first = await connectTo(before);
    for (const sql of [
      'CREATE VERTEX TABLE supplier (id INTEGER PRIMARY KEY, name VARCHAR)',
      'CREATE EDGE TABLE supplies FROM supplier TO product (since DATE)',
      "INSERT INTO supplier VALUES (7, '한빛')",
      "INSERT INTO supplies VALUES (7, 15, DATE '2024-02-29')",
      'UPDATE product SET units_in_stock = 40 WHERE id = 15',
    ]) {
      await rowsOf(first, sql);
    }
    await first.commit(LIMIT);
    // Left open on purpose: closing the driver must free the file all the same.
    await before.dispose();

    const after = await connectTo(driverOf(folder));
    const match =
      'SELECT s.name, e.since, p.units_in_stock FROM MATCH (s:supplier)-[e:supplies]->(p:product)';
    expect(await rowsOf(after, match)).toEqual([['한빛', '2024-02-29', 40]]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are created once when several calls come first', async () => {
    const driver = driverOf(join(folder, 'new'));
    const connections = await Promise.all(Array.from({ length: 5 }, () => connectTo(driver)));
    for (const connection of connections) {
      expect(await rowsOf(connection, 'SELECT count(*) FROM category')).toEqual([[14n]]);
    }
    expect(readdirSync(join(folder, 'new')).filter((name) => !name.endsWith('.wal'))).toEqual([
      'e-commerce.duckdb',
    ]);
  });

  it('that a crash left unfinished are not taken for the database', async () => {
    writeFileSync(join(folder, '.creating-0'), 'half a database');
    const connection = await connectTo(driverOf(folder));
    expect(await rowsOf(connection, 'SELECT count(*) FROM product')).toEqual([[2272n]]);
  });

  it('of other names are opened, and declare their own graph', async () => {
    const instance = await DuckDBInstance.create(join(folder, 'demodb.duckdb'));
    instance.closeSync();
    const connection = await connectTo(driverOf(folder), { database: 'demodb' });
    expect(await rowsOf(connection, 'SELECT count(*) FROM duckdb_tables()')).toEqual([[0n]]);
    await rowsOf(connection, 'CREATE VERTEX TABLE town (name VARCHAR PRIMARY KEY)');
    await rowsOf(connection, "INSERT INTO town VALUES ('Seoul')");
    expect(await rowsOf(connection, 'SELECT t.name FROM MATCH (t:town)')).toEqual([['Seoul']]);
  });

  it('that do not exist are refused with a list of those that do', async () => {
    const instance = await DuckDBInstance.create(join(folder, 'demodb.duckdb'));
    instance.closeSync();
    const refused = connectTo(driverOf(folder), { database: 'nowhere' });
    await expect(refused).rejects.toBeInstanceOf(EngineError);
    await expect(refused).rejects.toThrow(
      '"nowhere" does not exist; the embedded engine has: demodb, e-commerce.',
    );
    expect(readdirSync(folder)).toEqual(['demodb.duckdb']);
  });

  it('that are no database are refused', async () => {
    writeFileSync(
      join(folder, 'broken.duckdb'),
      'this is not a database, and long enough to be read as a header '.repeat(90),
    );
    await expect(connectTo(driverOf(folder), { database: 'broken' })).rejects.toThrow(
      'The file of database broken could not be opened',
    );
  });

  it('that another process holds are refused with advice', async () => {
    const path = join(folder, 'busy.duckdb');
    const script =
      "import { DuckDBInstance } from '@duckdb/node-api';" +
      `await DuckDBInstance.create(${JSON.stringify(path)}); console.log('open'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(holder.stdout, 'data');
      const refused = connectTo(driverOf(folder), { database: 'busy' });
      await expect(refused).rejects.toBeInstanceOf(DriverError);
      await expect(refused).rejects.toThrow('Database busy is in use by another process.');
    } finally {
      holder.kill();
      await once(holder, 'exit');
    }
    // The failure is not remembered.
    const connection = await connectTo(drivers[0] ?? driverOf(folder), { database: 'busy' });
    await connection.close();
  });

  it('cannot be made in a folder that cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(connectTo(driverOf(file))).rejects.toThrow('The sample database could not be created');
  });
});

describe('the name of a database', () => {
  it.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['demodb@other', 'contains "@"'],
    ['a/b', 'contains "/"'],
    ['a\\b', 'contains "\\\\"'],
    ['..', 'contains ".."'],
    ['a..b', 'contains ".."'],
    ['.hidden', 'starts or ends with a dot or a blank'],
    ['a\0b', 'contains a control character'],
    ['C:x', 'contains ":"'],
    ['d'.repeat(32), 'is longer than 31 bytes'],
    ['한'.repeat(11), 'is longer than 31 bytes'],
  ])('%j is refused', async (database, problem) => {
    const refused = connectTo(driverOf(folder), { database });
    await expect(refused).rejects.toMatchObject({ layer: 'input' });
    await expect(refused).rejects.toThrow(`${problem}.`);
  });
});
