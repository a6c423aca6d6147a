import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sandboxOptions } from '../engine-options.js';

const PREFIX = '.creating-';
const NAME = /^\.creating-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=$|\.wal$)/;

/** Nothing is written to a leftover any more; creating takes seconds. In ms. */
const STALE_AFTER_MS = 10 * 60_000;

/** A name of its own for a database that is being created; its log has the same name with `.wal`. */
export function unfinishedName(): string {
  return `${PREFIX}${randomUUID()}`;
}

export async function removeUnfinished(path: string): Promise<void> {
  for (const file of [path, `${path}.wal`]) await rm(file, { force: true }).catch(() => undefined);
}

/**
 * Removes what a crash left of databases that were being created, unless it is younger than ten minutes or a process
 * holds it. What cannot be removed stays: the folder works all the same.
 */
export async function removeLeftovers(directory: string): Promise<void> {
  const files = await readdir(directory).catch(() => []);
  const names = new Set(files.flatMap((file) => NAME.exec(file)?.[0] ?? []));
  for (const name of names) {
    const path = join(directory, name);
    if (await isLeftover(path)) await removeUnfinished(path);
  }
}

async function isLeftover(path: string): Promise<boolean> {
  const found = [await statOf(path), await statOf(`${path}.wal`)].filter((stat) => stat !== undefined);
  const old = found.every((stat) => stat.isFile() && Date.now() - stat.mtimeMs > STALE_AFTER_MS);
  if (!old) return false;
  const [file] = found;
  // Under its final name as well: only the extra name goes. Opening it could give up this process's lock on it.
  if (file === undefined || file.nlink > 1 || file.size === 0) return true;
  return !(await isLocked(path));
}

async function statOf(path: string) {
  return lstat(path).catch(() => undefined);
}

async function isLocked(path: string): Promise<boolean> {
  try {
    const instance = await DuckDBInstance.create(path, { ...sandboxOptions(), access_mode: 'READ_ONLY' });
    instance.closeSync();
    return false;
  } catch (error) {
    return /lock|already/i.test(error instanceof Error ? error.message : String(error));
  }
}
