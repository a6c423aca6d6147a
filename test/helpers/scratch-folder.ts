import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of this test alone. */
export async function scratchFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'coradb-mcp-test-')));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Every file and link beneath a folder with its text, by path; folders end in `/`. */
export async function filesBeneath(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isDirectory()) files[`${name}/`] = '';
    else files[name] = entry.isSymbolicLink() ? '(link)' : await readFile(path, 'utf8');
  }
  return files;
}
