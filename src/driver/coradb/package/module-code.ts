import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DriverError } from '../../driver-errors.js';
import { type Bundle, bundleEsModules, runBundle } from './es-module-bundle.js';
import { isEsModule, type PackageEntry } from './package-entry.js';
import type { PackageLocation } from './package-location.js';

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
 * ES modules can never leave their cache. The first instance is Node's own; each later one is joined from the files
 * (`bundleEsModules`), and freed like CommonJS.
 *
 * @param first the entry of the instance that was loaded first; undefined when this is the first. Node remembers for
 *   the life of the process that a folder holds ES modules, so that CommonJS after them needs a restart.
 */
export async function loadCode(
  location: PackageLocation,
  entry: PackageEntry,
  first: PackageEntry | undefined,
): Promise<LoadedCode> {
  const { file } = entry;
  const { realFolder } = location;
  if (!entry.isEsModule) {
    if (first?.isEsModule === true && !file.endsWith('.cjs')) {
      return { error: needsRestart('is CommonJS, after one of ES modules'), files: [file] };
    }
    const require = createRequire(file);
    return loadFresh(file, realFolder, () => require(file) as unknown);
  }
  if (first !== undefined) return reloadEsModule(location, file);
  try {
    return { exports: await import(pathToFileURL(file).href), files: [file] };
  } catch (error) {
    return { error, files: [file] };
  }
}

async function reloadEsModule({ realFolder, manifest }: PackageLocation, file: string): Promise<LoadedCode> {
  let bundle: Bundle;
  try {
    bundle = await bundleEsModules(file, realFolder, (path) => isEsModule(path, manifest.type));
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    const reason = /top-level await/.test(text) ? 'it has an await at the top of a module' : text;
    return { error: needsRestart(`cannot be loaded beside the old one: ${reason}`, cause), files: [file] };
  }
  const loaded = loadFresh(file, realFolder, () => runBundle(file, bundle));
  return { ...loaded, files: [...loaded.files, ...bundle.files] };
}

function needsRestart(why: string, cause?: unknown): DriverError {
  return new DriverError(
    `the new version of the package ${why}. If it is whole, restart the server to use it`,
    { cause },
  );
}

/** @param load gets an empty cache of the folder's CommonJS modules, and fills it */
function loadFresh(file: string, realFolder: string, load: () => unknown): LoadedCode {
  const { cache } = createRequire(file);
  const isInside = (path: string): boolean => path.startsWith(realFolder + sep);
  const loaded = (): string[] => Object.keys(cache).filter(isInside);
  const old = loaded().map((path) => [path, cache[path]] as const);
  for (const [path] of old) delete cache[path];
  try {
    return { exports: load(), files: loaded() };
  } catch (error) {
    const files = [...new Set([file, ...loaded()])];
    for (const path of loaded()) delete cache[path];
    for (const [path, module] of old) cache[path] = module;
    return { error, files };
  }
}
