import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { GuardError } from '../../errors/call-error.js';
import { codeOf, ExportError } from './export-error.js';
import type { ExportFolder } from './export-folder.js';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes a file that is there whole or not at all: under a temporary name first, then it gets its name, which must be
 * free. Never overwrites, never follows a link.
 * @throws GuardError when the name is taken; ExportError; whatever the chunks throw
 */
export async function writeExportFile(
  folder: ExportFolder,
  name: string,
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<WrittenFile> {
  const temporary = folder.pathTo(`.${randomUUID()}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    file = await fileSystem('A file cannot be made', () => open(temporary, NEW_FILE, FILE_MODE));
    for await (const chunk of chunks) {
      const data = Buffer.from(chunk);
      hash.update(data);
      bytes += data.length;
      const target = file;
      await fileSystem(`"${name}" cannot be written`, () => target.writeFile(data));
    }
    const whole = file;
    await fileSystem(`"${name}" cannot be written`, () => whole.sync());
    await whole.close();
    file = undefined;
    await giveName(temporary, folder.pathTo(name), name);
    return { name, bytes, sha256: hash.digest('hex') };
  } finally {
    await file?.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
  }
}

/** `rename` would replace a file of that name; a hard link fails when the name is taken. */
async function giveName(temporary: string, path: string, name: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw nameTaken(name);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') {
      throw new ExportError(`"${name}" cannot be written`, error);
    }
    await renameWhereFree(temporary, path, name);
  }
}

/** For file systems without hard links: the name is taken with an empty file, which is then replaced. */
async function renameWhereFree(temporary: string, path: string, name: string): Promise<void> {
  try {
    await (await open(path, NEW_FILE, FILE_MODE)).close();
    await rename(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw nameTaken(name);
    throw new ExportError(`"${name}" cannot be written`, error);
  }
}

export function nameTaken(name: string): GuardError {
  return new GuardError(`"${name}" exists already; an export never overwrites. Nothing was changed.`, {
    hint: 'Choose another folder name.',
  });
}

async function fileSystem<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new ExportError(what, error);
  }
}
