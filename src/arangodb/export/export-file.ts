import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { GuardError } from '../../errors/call-error.js';
import { codeOf, ExportError } from './export-error.js';
import { isSame, type ExportFolder, type FileId } from './export-folder.js';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly id: FileId;
}

/**
 * Writes a file that is there whole or not at all: under a temporary name first, then it gets its name, which must be
 * free. Never overwrites, never follows a link; in the end the name is that of the very file that was written.
 * @param fill writes the contents, piece by piece
 * @throws GuardError when the name is taken or the folder was exchanged; ExportError; whatever `fill` throws
 */
export async function writeExportFile(
  folder: ExportFolder,
  name: string,
  fill: (write: (data: Buffer) => Promise<void>) => Promise<void>,
): Promise<WrittenFile> {
  const temporary = `.${randomUUID()}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const cannot = `"${name}" cannot be written`;
  const file = await step('A file cannot be made', () => open(folder.pathTo(temporary), NEW_FILE, FILE_MODE));
  let id: FileId | undefined;
  let named = false;
  try {
    id = await step(cannot, () => file.stat({ bigint: true }));
    // A folder that was exchanged by now is found out before anything of the database is written into it.
    await folder.assertInPlace();
    await fill(async (data) => {
      hash.update(data);
      bytes += data.length;
      await step(cannot, () => file.writeFile(data));
    });
    await step(cannot, () => file.sync());
    await giveName(folder, temporary, name);
    named = true;
    await assertNamed(folder, name, file);
    await folder.assertInPlace();
    return { name, bytes, sha256: hash.digest('hex'), id };
  } catch (error) {
    if (named && id) await folder.remove(name, id);
    throw error;
  } finally {
    await file.close().catch(() => undefined);
    if (id) await folder.remove(temporary, id);
  }
}

/** The temporary name could have been given to something else before the file got its own. */
async function assertNamed(folder: ExportFolder, name: string, file: FileHandle): Promise<void> {
  const [ours, there] = await Promise.all([
    file.stat({ bigint: true }),
    lstat(folder.pathTo(name), { bigint: true }).catch(() => undefined),
  ]);
  if (there && isSame(ours, there)) return;
  throw new GuardError(`"${name}" was exchanged while the export ran; what was written is removed.`, {
    hint: 'Find out what else works in that folder, then export again.',
  });
}

/** `rename` would replace a file of that name; a hard link fails when the name is taken. */
async function giveName(folder: ExportFolder, temporary: string, name: string): Promise<void> {
  const [from, to] = [folder.pathTo(temporary), folder.pathTo(name)];
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw nameTaken(name);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') {
      throw new ExportError(`"${name}" cannot be written`, error);
    }
    await renameWhereFree(from, to, name);
  }
}

/** For file systems without hard links: the name is taken with an empty file, which is then replaced. */
async function renameWhereFree(from: string, to: string, name: string): Promise<void> {
  try {
    await (await open(to, NEW_FILE, FILE_MODE)).close();
    await rename(from, to);
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

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ExportError(what, error);
  }
}
