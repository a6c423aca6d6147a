import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

const CODE: ReadonlySet<string> = new Set(['.js', '.cjs', '.mjs', '.json', '.node']);

/** More files than any driver has; a folder beyond that was given by mistake, and is not looked at as a whole. */
const MOST_FILES = 2_000;

/**
 * Files of a package that hold code, also those it loads only when it needs them. Packages inside of it
 * (`node_modules`) and hidden folders are left out. Empty for a folder that is gone.
 */
export function listCodeFiles(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && files.length <= MOST_FILES; next = folders.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isFile() && CODE.has(extname(entry.name))) files.push(path);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        folders.push(path);
      }
    }
  }
  return files.length > MOST_FILES ? [] : files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
