import { settingName } from '../../../errors/edge-names.js';
import { access, link, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DriverError } from '../../driver-errors.js';
import { sandboxOptions } from '../engine-options.js';
import { graphTableValues, INSERT_GRAPH_TABLE } from '../graph-catalog.js';
import { makeFolder } from './make-folder.js';
import { loadSampleRows } from './sample-rows.js';
import { SAMPLE_EXTRAS, SAMPLE_GRAPH, SAMPLE_TABLES } from './sample-schema.js';
import { removeLeftovers, removeUnfinished, unfinishedName } from './unfinished-file.js';

/** Creates tables, rows, graph definitions and the serial of the sample database, all in one transaction. */
export async function fillSampleDatabase(instance: DuckDBInstance): Promise<void> {
  const connection = await instance.connect();
  try {
    await connection.run('BEGIN TRANSACTION');
    for (const sql of SAMPLE_TABLES) await connection.run(sql);
    const nextOrder = await loadSampleRows(connection);
    for (const sql of SAMPLE_EXTRAS) await connection.run(sql);
    await connection.run(`CREATE SEQUENCE order_serial START WITH ${nextOrder}`);
    for (const table of SAMPLE_GRAPH) await connection.run(INSERT_GRAPH_TABLE, graphTableValues(table));
    await connection.run('COMMIT');
  } finally {
    connection.disconnectSync();
  }
}

/**
 * Creates the sample database's file unless it exists. It is written under another name and linked to its own only when
 * complete: a crash leaves no half database (what it does leave is removed the next time), and of two processes that create it at once the first one wins.
 * @throws DriverError when the folder cannot be written
 */
export async function createSampleFile(directory: string, path: string): Promise<void> {
  await removeLeftovers(directory);
  if (await exists(path)) return;
  const unfinished = join(directory, unfinishedName());
  try {
    await makeFolder(directory);
    const instance = await DuckDBInstance.create(unfinished, sandboxOptions());
    try {
      await fillSampleDatabase(instance);
    } finally {
      instance.closeSync();
    }
    await giveName(unfinished, path);
  } catch (error) {
    throw new DriverError(`The sample database could not be created: ${firstLine(error)}`, {
      hint: `${settingName('embeddedDir')} must be a folder that this process may write to.`,
      cause: error,
    });
  } finally {
    await removeUnfinished(unfinished);
  }
}

/** A link never replaces a file that another process has put there meanwhile; some file systems know only rename. */
async function giveName(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(unfinished, path);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
