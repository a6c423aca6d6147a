import { settingName } from '../../../errors/edge-names.js';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { DriverError } from '../../driver-errors.js';

/** Where a package lies on disk. */
export interface PackageLocation {
  /** Folder as it was found; may be a link that an update turns to another folder. */
  readonly folder: string;
  /** The same without links: the keys of Node's module cache start with it. */
  readonly realFolder: string;
  readonly manifest: PackageManifest;
}

/** What is read of `package.json`. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly type?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

/** Whether the setting means a folder; anything else is the name of a package. */
export function isFolderSetting(setting: string): boolean {
  return isAbsolute(setting) || setting.startsWith('.') || !NAME.test(setting);
}

/**
 * The folder of a package by its name: in the `node_modules` of the given folders and of the folders above them, the
 * first one that has a `package.json`. Undefined when it is installed nowhere.
 */
export function findPackageFolder(name: string, from: readonly string[]): string | undefined {
  for (const start of from) {
    const roots = createRequire(join(start, 'index.js')).resolve.paths(`${name}/package.json`) ?? [];
    const found = roots.map((root) => join(root, name)).find(hasManifest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds what the setting names, a folder or a package.
 * @param from folders to look from: the working folder, then that of this server
 * @throws DriverError when there is none
 */
export function locatePackage(setting: string, from: readonly string[]): string {
  if (!isFolderSetting(setting)) {
    const found = findPackageFolder(setting, from);
    if (found !== undefined) return found;
    throw new DriverError(`The driver package ${setting} is not installed`, {
      hint: `Looked from ${from.join(' and from ')}. Install it there, give its folder in ${settingName('driver')}, or set ${settingName('driver')}=broker.`,
    });
  }
  const folder = resolve(setting);
  if (hasManifest(folder)) return folder;
  throw new DriverError(`The driver folder ${folder} has no package.json`, {
    hint: `Give the folder of an installed package in ${settingName('driver')}, or set ${settingName('driver')}=broker.`,
  });
}

/** @throws DriverError for a manifest that cannot be read */
export function readLocation(folder: string): PackageLocation {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null) throw new Error('it holds no object');
    const { name, version } = manifest as Record<string, unknown>;
    return {
      folder,
      realFolder: realpathSync(folder),
      manifest: {
        ...manifest,
        name: typeof name === 'string' && name !== '' ? name : folder,
        version: typeof version === 'string' ? version : 'unknown',
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DriverError(`The package.json of ${folder} cannot be read: ${reason}`, { cause: error });
  }
}

function hasManifest(folder: string): boolean {
  return statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile() === true;
}
