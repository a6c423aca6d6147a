import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The database that exists without being created: sample data of a small shop. */
export const SAMPLE_DATABASE = 'e-commerce';
const EXTENSION = '.duckdb';

/** The file of a database; its log has the same name with `.wal`. */
export function databaseFile(directory: string, name: string): string {
  return join(directory, `${name}${EXTENSION}`);
}

/**
 * Names of the databases that exist, in alphabetical order.
 * @param directory folder of the database files; undefined for the one database in memory
 */
export async function databaseNames(directory: string | undefined): Promise<readonly string[]> {
  if (directory === undefined) return [SAMPLE_DATABASE];
  const files = await readdir(directory).catch(() => []);
  const names = files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length));
  return [...new Set([SAMPLE_DATABASE, ...names])].filter((name) => !name.startsWith('.')).sort();
}
