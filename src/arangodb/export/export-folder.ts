import { constants, type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, realpath, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { GuardError } from '../../errors/call-error.js';
import { codeOf, ExportError } from './export-error.js';
import { assertFolderName } from './folder-name.js';

/** Owner only: an export may hold anything. */
const FOLDER_MODE = 0o700;

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * A folder beneath the root that files are written into. It is held open, and where the system has a path to what is
 * open (Linux), every file is reached through it, so that no other folder can be put in its place.
 */
export class ExportFolder {
  private constructor(
    /** Where it is, for people. */
    readonly path: string,
    private readonly root: OpenFolder,
    private readonly folder: OpenFolder,
    private readonly name: string,
    private readonly created: boolean,
  ) {}

  /**
   * Makes or opens one folder directly beneath the root. Symbolic links are refused for both, whatever they lead to.
   * @param throughHandles false where the system has no path to what is open; by default it is found out
   * @throws InputError, GuardError, ExportError
   */
  static async open(root: string, name: string, throughHandles?: boolean): Promise<ExportFolder> {
    assertFolderName(name);
    const openRoot = await OpenFolder.open(await realRoot(root), throughHandles).catch((error: unknown) => {
      throw new ExportError('ARANGO_BACKUP_ROOT cannot be used', error, ROOT_HINT);
    });
    try {
      const created = await makeFolder(openRoot.pathTo(name));
      const folder = await openFolder(openRoot.pathTo(name), name, throughHandles);
      return new ExportFolder(join(openRoot.path, name), openRoot, folder, name, created);
    } catch (error) {
      await openRoot.close();
      throw error;
    }
  }

  /**
   * Opens a folder that is there, to read from it.
   * @throws InputError, GuardError, ExportError
   */
  static async openExisting(root: string, name: string): Promise<ExportFolder> {
    assertFolderName(name);
    const openRoot = await OpenFolder.open(await realRoot(root)).catch((error: unknown) => {
      throw new ExportError('ARANGO_BACKUP_ROOT cannot be used', error, ROOT_HINT);
    });
    try {
      const folder = await openFolder(openRoot.pathTo(name), name, undefined, NO_EXPORT_HINT);
      return new ExportFolder(join(openRoot.path, name), openRoot, folder, name, false);
    } catch (error) {
      await openRoot.close();
      throw error;
    }
  }

  /** @param name of a file in the folder; one path segment */
  pathTo(name: string): string {
    return this.folder.pathTo(name);
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

  /** @throws GuardError when the folder is no longer the one that was opened, or no longer beneath the root */
  async assertInPlace(): Promise<void> {
    const [root, folder] = await Promise.all([
      this.root.isAt(this.root.path),
      this.folder.isAt(this.root.pathTo(this.name)),
    ]);
    if (root && folder) return;
    throw new GuardError(
      `"${this.name}" beneath ARANGO_BACKUP_ROOT was moved or exchanged while the export ran; what was written is removed.`,
      { hint: 'Find out what else works in that folder, then export again.' },
    );
  }

  /** Removes a file, unless another one has its name by now. */
  async remove(name: string, file: FileId): Promise<void> {
    const path = this.pathTo(name);
    const there = await lstat(path, { bigint: true }).catch(() => undefined);
    if (there && isSame(there, file)) await unlink(path).catch(() => undefined);
  }

  /** Makes names in the folder survive a power cut. */
  async sync(): Promise<void> {
    await this.folder.sync();
  }

  async close(): Promise<void> {
    await this.folder.close();
    await this.root.close();
  }

  /** Takes the folder away again when this export made it and it is empty. */
  async removeIfMade(): Promise<void> {
    const path = this.root.pathTo(this.name);
    if (this.created && (await this.folder.isAt(path))) await rmdir(path).catch(() => undefined);
  }
}

/** What tells one file from another, whatever its name is. */
export type FileId = Pick<BigIntStats, 'ino' | 'dev'>;

export function isSame(one: FileId, other: FileId): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

class OpenFolder {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly id: FileId,
    /** A path that leads to the open folder itself even when its name is given to something else. */
    private readonly base: string,
  ) {}

  static async open(path: string, throughHandles?: boolean): Promise<OpenFolder> {
    const handle = await open(path, FOLDER);
    const id = await handle.stat({ bigint: true });
    const through = `/proc/self/fd/${handle.fd}`;
    // Followed, and not as `…/.`, which Node shortens to the link itself.
    const there =
      throughHandles === false ? undefined : await stat(through, { bigint: true }).catch(() => undefined);
    return new OpenFolder(path, handle, id, there && isSame(there, id) ? through : path);
  }

  pathTo(name: string): string {
    return join(this.base, name);
  }

  /** True when this very folder, and no link to it, has that path. */
  async isAt(path: string): Promise<boolean> {
    const there = await lstat(path, { bigint: true }).catch(() => undefined);
    return there !== undefined && isSame(there, this.id);
  }

  async sync(): Promise<void> {
    // Not every file system can; the files themselves are synced.
    await this.handle.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

const NO_EXPORT_HINT = 'Give the folder of an arango_export that ended well.';

const ROOT_HINT =
  'Make the folder that ARANGO_BACKUP_ROOT names, or set it to one that exists and may be written.';

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
    throw new ExportError('ARANGO_BACKUP_ROOT cannot be used', error, ROOT_HINT);
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

async function openFolder(
  path: string,
  name: string,
  throughHandles?: boolean,
  hint?: string,
): Promise<OpenFolder> {
  try {
    return await OpenFolder.open(path, throughHandles);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP' || code === 'ENOTDIR') {
      throw new GuardError(`"${name}" beneath ARANGO_BACKUP_ROOT is a link or a file, not a folder.`, {
        hint: 'Choose another folder name.',
      });
    }
    throw new ExportError('The export folder cannot be opened', error, hint);
  }
}
