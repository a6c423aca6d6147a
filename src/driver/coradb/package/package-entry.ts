import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DriverError } from '../../driver-errors.js';
import type { PackageLocation } from './package-location.js';

export interface PackageEntry {
  /** Absolute file name, without links in the folder of the package. */
  readonly file: string;
  readonly isEsModule: boolean;
}

/** Conditions of `exports` that hold here; a CommonJS entry comes first, because only that can be loaded again. */
const CONDITIONS = ['require', 'node', 'module-sync', 'import', 'default'];

/** What `package.json` names as the entry, not yet tried with endings; absolute. */
export function mainFile({ realFolder, manifest }: PackageLocation): string {
  const named = manifest.exports === undefined ? manifest.main : mainExport(manifest.exports);
  return join(realFolder, typeof named === 'string' ? named : 'index.js');
}

/**
 * The file that loading the package means. Node's own resolution is not used: it remembers every `package.json` for
 * the life of the process, so an update that moves the entry would go unseen.
 * @throws DriverError when no file is named or it is not there
 */
export function findEntry(location: PackageLocation): PackageEntry {
  const { manifest, realFolder } = location;
  const what = `${manifest.name} ${manifest.version}`;
  if (manifest.exports !== undefined && mainExport(manifest.exports) === undefined) {
    throw new DriverError(`${what} exports nothing that can be loaded as "."`);
  }
  const main = mainFile(location);
  const file = candidates(main).find(isFile);
  if (file === undefined) {
    throw new DriverError(
      `${what} has no file ${relative(realFolder, main)} in ${realFolder}: it may be half installed`,
    );
  }
  return { file, isEsModule: isEsModule(file, manifest.type) };
}

function mainExport(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (Array.isArray(exported))
    return exported.map(mainExport).find((one): one is string => one !== undefined);
  if (typeof exported !== 'object' || exported === null) return undefined;
  const entries = exported as Record<string, unknown>;
  if ('.' in entries) return mainExport(entries['.']);
  for (const condition of CONDITIONS) {
    const found = condition in entries ? mainExport(entries[condition]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function candidates(path: string): string[] {
  return [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, join(path, 'index.js')];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether Node takes a file of a package for an ES module. @param type of its `package.json` */
export function isEsModule(file: string, type: unknown): boolean {
  return file.endsWith('.mjs') || (type === 'module' && file.endsWith('.js'));
}
