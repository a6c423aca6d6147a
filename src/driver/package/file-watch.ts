import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Tells whether files have changed since the last look. Nothing runs between the looks, so it keeps no process
 * alive. A look is one `stat` a file and a folder; contents are read only when those differ.
 */
export class FileWatch {
  private readonly paths: readonly string[];
  private readonly digest: string;
  /** Something was written while the files were in use: what was used may be neither the old nor the new. */
  private readonly unsettled: boolean;
  private stamp: string;

  /**
   * @param files their folders are looked at too, so that a file that is added is noticed
   * @param usedSince when the caller began to read the files, in ms since 1970
   */
  constructor(
    private readonly files: readonly string[],
    usedSince: number,
  ) {
    this.paths = [...new Set([...files, ...files.map(dirname)])].sort();
    this.stamp = stampOf(this.paths);
    this.digest = digestOf(files);
    this.unsettled = this.paths.some((path) => (stat(path)?.ctimeMs ?? 0) >= usedSince);
  }

  /** Something is not as at the last look: time, size or existence. Cheap. */
  get looksChanged(): boolean {
    return this.unsettled || stampOf(this.paths) !== this.stamp;
  }

  /** Reads the contents; files that were only touched count as unchanged, and are remembered as they are now. */
  hasChanged(): boolean {
    const stamp = stampOf(this.paths);
    if (this.unsettled || digestOf(this.files) !== this.digest) return true;
    this.stamp = stamp;
    return false;
  }
}

function stat(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function stampOf(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const stats = stat(path);
      return stats === undefined ? '-' : `${stats.mtimeMs}/${stats.ctimeMs}/${stats.size}/${stats.ino}`;
    })
    .join(' ');
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(contentsOf(file)).update('\0');
  return hash.digest('hex');
}

function contentsOf(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch {
    return 'missing';
  }
}
