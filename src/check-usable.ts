import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CoradbSettings } from './config/coradb-settings.js';
import type { ServerSettings } from './config/load-settings.js';
import { SettingsError } from './config/settings-error.js';
import { DriverLoader } from './driver/driver-loader.service.js';
import { makeFolder } from './driver/embedded/sample/make-folder.js';
import { CallError } from './errors/call-error.js';

/**
 * What no call could succeed with, found without a call: a driver that cannot be loaded, a folder that takes no files.
 * @throws SettingsError
 */
export async function assertUsable({ coradb, offersCoradb }: ServerSettings): Promise<void> {
  if (!offersCoradb) return;
  const problem = coradb.driver === 'embedded' ? await folderProblem(coradb) : await driverProblem(coradb);
  if (problem !== undefined) throw new SettingsError([problem]);
}

async function driverProblem({ driver, tls, tlsCaFile }: CoradbSettings): Promise<string | undefined> {
  const loader = new DriverLoader({ driver, tls, ...(tlsCaFile !== undefined && { tlsCaFile }) });
  try {
    await loader.current();
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return `CORADB_DRIVER=${driver}: ${[error.message, error.hint].filter(Boolean).join('. ')}`;
  } finally {
    await loader.onApplicationShutdown();
  }
}

/** Tries it, because rights alone do not tell (`/proc`), and leaves nothing behind. */
async function folderProblem({ embeddedDir }: CoradbSettings): Promise<string | undefined> {
  if (embeddedDir === undefined) return undefined;
  const made = await missingFolders(embeddedDir);
  try {
    await makeFolder(embeddedDir);
    await rmdir(await mkdtemp(join(embeddedDir, '.check-')));
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return `CORADB_EMBEDDED_DIR=${embeddedDir}: must be a folder that this process may write to (${code})`;
  } finally {
    for (const folder of made) await rmdir(folder).catch(() => undefined);
  }
}

/** The folder and those above it that are not there, the deepest first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? [] : [folder, ...(await missingFolders(dirname(folder)))];
}
