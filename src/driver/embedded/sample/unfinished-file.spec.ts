import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeLeftovers } from './unfinished-file.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'coradb-leftover-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const uuid = (digit: number): string => `.creating-00000000-0000-4000-8000-00000000000${digit}`;

/** The file was last written this many minutes ago. */
function age(name: string, minutes: number): void {
  const at = Date.now() / 1000 - 60 * minutes;
  utimesSync(join(folder, name), at, at);
}

function write(name: string, minutes: number, content = 'half a database'): void {
  writeFileSync(join(folder, name), content);
  age(name, minutes);
}

describe('leftovers of a crash', () => {
  it('are removed with their logs when they are older than ten minutes', async () => {
    write(uuid(1), 11);
    write(`${uuid(1)}.wal`, 11);
    write(`${uuid(2)}.wal`, 11);
    write(uuid(3), 11, '');
    const whole = await DuckDBInstance.create(join(folder, uuid(4)));
    whole.closeSync();
    age(uuid(4), 11);
    await removeLeftovers(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stay while they are young, and so do files of other names', async () => {
    write(uuid(1), 9);
    write(uuid(2), 11);
    write(`${uuid(2)}.wal`, 1);
    write('.creating-0', 11);
    write('e-commerce.duckdb', 11);
    write(`${uuid(3)}.txt`, 11);
    const before = readdirSync(folder);
    await removeLeftovers(folder);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('lose only the extra name when the database has its own already', async () => {
    write('e-commerce.duckdb', 11);
    linkSync(join(folder, 'e-commerce.duckdb'), join(folder, uuid(1)));
    await removeLeftovers(folder);
    expect(readdirSync(folder)).toEqual(['e-commerce.duckdb']);
  });

  it('stay while a process holds them', async () => {
    const path = join(folder, uuid(1));
    const script =
      "import { DuckDBInstance } from '@duckdb/node-api';" +
      `await DuckDBInstance.create(${JSON.stringify(path)}); console.log('open'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(holder.stdout, 'data');
      age(uuid(1), 11);
      await removeLeftovers(folder);
      expect(readdirSync(folder)).toEqual([uuid(1)]);
    } finally {
      holder.kill();
      await once(holder, 'exit');
    }
    await removeLeftovers(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a folder that is not there are none', async () => {
    await expect(removeLeftovers(join(folder, 'none'))).resolves.toBeUndefined();
  });
});
