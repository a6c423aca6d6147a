import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DriverError } from '../driver-errors.js';
import type { PackageEntry } from './package-entry.js';

/** What loading gave: the exports, or the failure; in both cases the files that were read. */
export type LoadedCode =
  | { readonly exports: unknown; readonly files: readonly string[] }
  | { readonly error: unknown; readonly files: readonly string[] };

/**
 * Loads a package in a fresh instance of its modules.
 *
 * CommonJS: the modules of the folder leave Node's cache first, so that all of them are read again; what still uses
 * the old ones keeps them, and they are freed with it. Modules outside of the folder (dependencies that npm placed
 * beside it) are shared. If loading fails, the old modules return to the cache.
 *
 * An ES module can never leave its cache: each reload would cost memory for the life of the process, and its inner
 * modules would stay the old ones. It is loaded once.
 *
 * @param realFolder folder of the package, without links
 * @param again an instance of the same package was loaded before
 */
export async function loadCode(
  { file, isEsModule }: PackageEntry,
  realFolder: string,
  again: boolean,
): Promise<LoadedCode> {
  if (!isEsModule) return loadCommonJs(file, realFolder);
  if (again) {
    const error = new DriverError(
      'the package is an ES module, and Node.js cannot unload those: restart the server to use the new version',
    );
    return { error, files: [file] };
  }
  try {
    return { exports: await import(pathToFileURL(file).href), files: [file] };
  } catch (error) {
    return { error, files: [file] };
  }
}

function loadCommonJs(file: string, realFolder: string): LoadedCode {
  const require = createRequire(file);
  const isInside = (path: string): boolean => path.startsWith(realFolder + sep);
  const loaded = (): string[] => Object.keys(require.cache).filter(isInside);
  const old = loaded().map((path) => [path, require.cache[path]] as const);
  for (const [path] of old) delete require.cache[path];
  try {
    const exports: unknown = require(file);
    return { exports, files: loaded() };
  } catch (error) {
    const files = [...new Set([file, ...loaded()])];
    for (const path of loaded()) delete require.cache[path];
    for (const [path, module] of old) require.cache[path] = module;
    return { error, files };
  }
}
