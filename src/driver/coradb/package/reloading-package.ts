import { settingName } from '../../../errors/edge-names.js';
import { join } from 'node:path';
import { CallError } from '../../../errors/call-error.js';
import type { Driver } from '../../driver.js';
import { DriverError } from '../../driver-errors.js';
import type { DriverInfo } from '../../driver-provider.js';
import { FileWatch } from './file-watch.js';
import { loadCode } from './module-code.js';
import { createPackageDriver } from './package-driver.js';
import { findEntry, mainFile, type PackageEntry } from './package-entry.js';
import { fitPackage } from './package-fit.js';
import { listCodeFiles } from './package-files.js';
import { readLocation } from './package-location.js';

interface Loaded {
  readonly driver: Driver;
  readonly at: Date;
  readonly watch: FileWatch;
}

interface Failed {
  readonly error: CallError;
  readonly watch: FileWatch;
}

/**
 * A driver package that follows its files: when they change, the next call gets a driver of the new code. Calls that
 * run keep the one they have. Code that does not load or does not fit leaves the last good one in place, and is not
 * tried again before the files change once more.
 */
export class ReloadingPackage {
  private loaded?: Loaded;
  private failed?: Failed;
  private first?: PackageEntry;
  private reloads = 0;
  private loading?: Promise<void>;

  /** @param folder the package's folder, see `locatePackage` */
  constructor(private readonly folder: string) {}

  /**
   * The driver of the newest code that works.
   * @throws DriverError when no code of the package has ever worked
   */
  async current(): Promise<Driver> {
    if (this.loading === undefined && this.mustLoad()) {
      this.loading = this.load().finally(() => (this.loading = undefined));
    }
    await this.loading;
    if (this.loaded !== undefined) return this.loaded.driver;
    throw this.failed?.error ?? new DriverError(`The driver package in ${this.folder} is not loaded`);
  }

  /** Undefined while nothing is loaded. */
  info(): DriverInfo | undefined {
    if (this.loaded === undefined) return undefined;
    const { driver, at } = this.loaded;
    return {
      name: driver.name,
      version: driver.version,
      ...(driver.folder !== undefined && { folder: driver.folder }),
      loadedAt: at.toISOString(),
      reloads: this.reloads,
      ...(this.failure !== undefined && { reloadError: this.failure }),
    };
  }

  /** Why the newest code of the package is not in use. */
  get failure(): string | undefined {
    return this.failed?.error.message;
  }

  private mustLoad(): boolean {
    if (this.failed !== undefined) {
      if (!this.failed.watch.looksChanged) return false;
      if (this.loaded?.watch.hasChanged() !== false) return true;
      // The files are again those that are loaded.
      this.failed = undefined;
      return false;
    }
    if (this.loaded === undefined) return true;
    return this.loaded.watch.looksChanged && this.loaded.watch.hasChanged();
  }

  private async load(): Promise<void> {
    const startedAt = Date.now();
    const manifest = join(this.folder, 'package.json');
    let files: readonly string[] = [manifest];
    try {
      const location = readLocation(this.folder);
      const { name, version } = location.manifest;
      files = [manifest, mainFile(location), ...listCodeFiles(location.realFolder)];
      const entry = findEntry(location);
      const code = await loadCode(location, entry, this.first);
      files = [...files, ...code.files];
      if ('error' in code) throw code.error;
      const fitting = fitPackage(code.exports, `The driver package ${name} ${version} in ${this.folder}`);
      const driver = createPackageDriver(fitting, { name, version, folder: this.folder });
      if (this.loaded !== undefined) this.reloads += 1;
      this.first ??= entry;
      this.loaded = { driver, at: new Date(), watch: new FileWatch(files, startedAt) };
      this.failed = undefined;
    } catch (error) {
      this.failed = { error: this.asDriverError(error), watch: new FileWatch(files, startedAt) };
    }
  }

  private asDriverError(error: unknown): CallError {
    if (error instanceof CallError) return error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return new DriverError(`The driver package in ${this.folder} cannot be loaded: ${reason}`, {
      cause: error,
      hint: `Install it again, or set ${settingName('driver')}=broker.`,
    });
  }
}
