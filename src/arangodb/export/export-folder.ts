import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rmdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { GuardError } from '../../errors/call-error.js';
import { codeOf, ExportError } from './export-error.js';
import { assertFolderName } from './folder-name.js';

/** Owner only: an export may hold anything. */
const FOLDER_MODE = 0o700;

/** A folder beneath the root that files are written into; held open, so that it cannot be exchanged meanwhile. */
export class ExportFolder {
  private constructor(
    /** Where it is, for people. */
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly created: boolean,
    /** A path that leads to the open folder itself even when its name is given to something else. */
    private readonly base: string,
  ) {}

  /**
   * Makes or opens one folder directly beneath the root. Symbolic links are refused for both, whatever they lead to.
   * @throws InputError, GuardError, ExportError
   */
  static async open(root: string, folder: string): Promise<ExportFolder> {
    assertFolderName(folder);
    const path = join(await realRoot(root), folder);
    const created = await makeFolder(path);
    let handle: FileHandle;
    try {
      handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ELOOP' || code === 'ENOTDIR') {
        throw new GuardError(`"${folder}" beneath ARANGO_BACKUP_ROOT is a link or a file, not a folder.`, {
          hint: 'Choose another folder name.',
        });
      }
      throw new ExportError('The export folder cannot be opened', error);
    }
    const base = await pathOfHandle(handle, path);
    return new ExportFolder(path, handle, created, base);
  }

  /** @param name of a file in the folder; one path segment */
  pathTo(name: string): string {
    return join(this.base, name);
  }

  async has(name: string): Promise<boolean> {
    try {
      await lstat(this.pathTo(name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw new ExportError('The export folder cannot be read', error);
    }
  }

  /** Makes names in the folder survive a power cut. */
  async sync(): Promise<void> {
    // Not every file system can; the files themselves are synced.
    await this.handle.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Takes the folder away again when this export made it and it is empty. */
  async removeIfMade(): Promise<void> {
    if (this.created) await rmdir(this.path).catch(() => undefined);
  }
}

async function realRoot(root: string): Promise<string> {
  try {
    const stats = await lstat(root);
    if (stats.isSymbolicLink() || !stats.isDirectory()) {
      throw new GuardError('ARANGO_BACKUP_ROOT is not a folder; a link to one is refused too.', {
        hint: 'Set it to the folder itself.',
      });
    }
    return await realpath(root);
  } catch (error) {
    if (error instanceof GuardError) throw error;
    throw new ExportError('ARANGO_BACKUP_ROOT cannot be used', error);
  }
}

/** @returns true when it was not there before */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new ExportError('The export folder cannot be made', error);
  }
}

/** Linux shows open folders as paths; elsewhere the name itself has to do. */
async function pathOfHandle(handle: FileHandle, path: string): Promise<string> {
  const through = `/proc/self/fd/${handle.fd}`;
  const [here, there] = await Promise.all([handle.stat(), lstat(join(through, '.')).catch(() => undefined)]);
  return there && there.ino === here.ino && there.dev === here.dev ? through : path;
}
