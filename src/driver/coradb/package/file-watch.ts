import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Tells whether files have changed since they were first looked at. Nothing runs between the looks, so it keeps no
 * process alive. A look is one `stat` a file and a folder; contents are read only when those differ.
 */
export class FileWatch {
  private readonly digests = new Map<string, string>();
  private readonly stamps = new Map<string, string>();
  /** Something was written while the files were in use: what was used may be neither the old nor the new. */
  private readonly unsettled: boolean;

  /**
   * @param files their folders are looked at too, so that a file that is added is noticed
   * @param usedSince when the caller began to read the files, in whole ms since 1970
   */
  constructor(files: readonly string[], usedSince: number) {
    for (const file of files) {
      this.digests.set(file, digestOf(file));
      for (const path of [file, dirname(file)]) this.stamps.set(path, stampOf(path));
    }
    this.unsettled = [...this.stamps.keys()].some((path) => Math.floor(stat(path)?.ctimeMs ?? 0) > usedSince);
  }

  /** Something is not as at the last look: time, size or existence. Cheap. */
  get looksChanged(): boolean {
    return this.unsettled || [...this.stamps].some(([path, stamp]) => stampOf(path) !== stamp);
  }

  /** Reads the contents; files that were only touched count as unchanged, and are remembered as they are now. */
  hasChanged(): boolean {
    const stamps = [...this.stamps.keys()].map((path) => [path, stampOf(path)] as const);
    if (this.unsettled || [...this.digests].some(([file, digest]) => digestOf(file) !== digest)) return true;
    for (const [path, stamp] of stamps) this.stamps.set(path, stamp);
    return false;
  }
}

function stat(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function stampOf(path: string): string {
  const stats = stat(path);
  return stats === undefined ? '-' : `${stats.mtimeMs}/${stats.ctimeMs}/${stats.size}/${stats.ino}`;
}

function digestOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('base64');
  } catch {
    return 'missing';
  }
}
