import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectTo, LIMIT, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import { removeFolder, scratchFolder } from '../../../test/helpers/scratch-folder.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';

let root: string;
let driver: EmbeddedDriver;
let copies = 0;

beforeAll(async () => {
  root = await scratchFolder();
  driver = createEmbeddedDriver({ directory: join(root, 'live') });
  await changed('CREATE TABLE k (a INTEGER)', 'INSERT INTO k VALUES (1)');
}, PATIENCE_MS);
afterAll(async () => {
  await driver.dispose();
  await removeFolder(root);
});

async function changed(...script: readonly string[]): Promise<void> {
  const connection = await connectTo(driver);
  for (const sql of script) await rowsOf(connection, sql);
  await connection.commit(LIMIT);
  await connection.close();
}

/** What a server finds that starts on the files as they are now, without a goodbye of the one that has them open. */
async function afterCrash(sql: string): Promise<unknown> {
  const directory = join(root, `copy ${++copies}`);
  cpSync(join(root, 'live'), directory, { recursive: true });
  const next = createEmbeddedDriver({ directory });
  try {
    const connection = await connectTo(next);
    return await rowsOf(connection, sql);
  } finally {
    await next.dispose();
  }
}

it.each([
  ['ALTER TABLE k ADD COLUMN s DATETIME DEFAULT now()'],
  ['ALTER TABLE k ADD COLUMN r DOUBLE DEFAULT random()'],
  ['ALTER TABLE k ALTER COLUMN a SET DEFAULT random() * 10'],
  ['CREATE TABLE w (a INTEGER)', 'ALTER TABLE w ADD COLUMN s DATETIME DEFAULT now()'],
])('a database opens after a crash behind %s', async (...script) => {
  await changed(...script);
  expect(await afterCrash('SELECT COUNT(*) FROM k')).toEqual([[1n]]);
});

it('and after one that came while another transaction was writing, once the next commit is there', async () => {
  const writing = await connectTo(driver);
  await rowsOf(writing, 'CREATE TABLE other (a INTEGER)');
  await changed('ALTER TABLE k ADD COLUMN late DATETIME DEFAULT now()');
  await writing.commit(LIMIT);
  await writing.close();
  expect(await afterCrash('SELECT COUNT(late) FROM k')).toEqual([[1n]]);
});
