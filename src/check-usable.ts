import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { commandWords } from './config/command-words.js';
import { CoradbSettings } from './config/coradb-settings.js';
import type { ServerSettings } from './config/load-settings.js';
import { SettingsError } from './config/settings-error.js';
import { DriverLoader } from './driver/driver-loader.service.js';
import { makeFolder } from './driver/embedded/sample/make-folder.js';
import { ENGINES } from './driver/engines.js';
import { CallError } from './errors/call-error.js';
import { withNames } from './errors/edge-names.js';
import { edgeNames } from './mcp/edge-names.js';

/**
 * What no call could succeed with, found without a call: a driver that cannot be loaded, a folder that takes no files,
 * a credential helper that is not there.
 * @throws SettingsError
 */
export async function assertUsable({ coradb }: ServerSettings): Promise<void> {
  const problem =
    ENGINES.get(coradb.driver)?.ownPlace !== undefined
      ? await folderProblem(coradb)
      : await driverProblem(coradb);
  const problems = [problem, await helperProblem(coradb)].filter((each) => each !== undefined);
  if (problems.length > 0) throw new SettingsError(problems);
}

/** It is not run: that would ask for a login. */
async function helperProblem({ credentialHelper }: CoradbSettings): Promise<string | undefined> {
  const [command] = commandWords(credentialHelper ?? '') ?? [];
  if (command === undefined) return undefined;
  const folders = isAbsolute(command) ? [''] : (process.env.PATH ?? '').split(delimiter);
  const endings = process.platform === 'win32' ? ['', '.exe'] : [''];
  for (const folder of folders) {
    for (const ending of endings) if (await isProgram(`${join(folder, command)}${ending}`)) return undefined;
  }
  const where = isAbsolute(command) ? 'is no program that this user may run' : 'is not found in PATH';
  return `CORADB_CREDENTIAL_HELPER: "${command}" ${where}`;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function driverProblem({ driver, tls, tlsCaFile }: CoradbSettings): Promise<string | undefined> {
  const loader = new DriverLoader({ driver, tls, ...(tlsCaFile !== undefined && { tlsCaFile }) });
  try {
    await loader.current();
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const said = [error.message, error.hint].filter(Boolean).join('. ');
    return withNames(`CORADB_DRIVER=${driver}: ${said}`, edgeNames(new CoradbSettings()));
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
