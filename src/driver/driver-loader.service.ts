import { settingName } from '../errors/edge-names.js';
import { readFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { withPackages } from '../errors/optional-package.js';
import type { Driver } from './driver.js';
import { DriverError } from './driver-errors.js';
import { DriverProvider, type DriverInfo } from './driver-provider.js';
import type { ReloadingPackage } from './coradb/package/reloading-package.js';

export const DRIVER_OPTIONS = Symbol('DRIVER_OPTIONS');

/** The package that `auto` looks for. */
const PREFERRED_PACKAGE = '@coradb/node-coradb';

export interface DriverOptions {
  /** `auto`, `broker`, `embedded`, a package name or a folder. */
  readonly driver: string;
  /** Folder for the files of the embedded database; in memory without it. */
  readonly embeddedDir?: string;
  /** Memory at which the process of the embedded engine is ended, in MB. */
  readonly embeddedMemoryMb?: number;
  /** Encryption of the built-in client; `off` by default. */
  readonly tls?: 'off' | 'on' | 'verify';
  /** File (PEM) with the authorities that `verify` trusts; the system's without it. */
  readonly tlsCaFile?: string;
  /** Folders from which a package is looked for, upwards; the working folder and that of this server by default. */
  readonly packageRoots?: readonly string[];
}

/**
 * Chooses and loads the driver. Engines are imported when first needed, so that an unused one costs nothing. A driver
 * package is loaded again when its files change.
 */
@Injectable()
export class DriverLoader extends DriverProvider implements OnApplicationShutdown {
  private choosing?: Promise<Choice>;
  private chosen?: Choice;

  constructor(@Inject(DRIVER_OPTIONS) private readonly options: DriverOptions) {
    super();
  }

  async current(): Promise<Driver> {
    this.choosing ??= this.choose();
    try {
      this.chosen = await this.choosing;
    } catch (error) {
      this.choosing = undefined;
      throw error;
    }
    return this.chosen.current();
  }

  get ownPlace(): string | undefined {
    return this.options.driver === 'embedded' ? 'embedded' : undefined;
  }

  info(): DriverInfo | undefined {
    return this.chosen?.info();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.chosen?.dispose?.();
  }

  private async choose(): Promise<Choice> {
    const { driver: setting, embeddedDir, embeddedMemoryMb } = this.options;
    if (setting === 'embedded') {
      const driver = await withPackages(['@duckdb/node-api'], 'The embedded database', async () => {
        const { createEmbeddedDriver } = await import('./embedded/embedded-driver.js');
        return createEmbeddedDriver({ directory: embeddedDir, memoryMb: embeddedMemoryMb });
      });
      return builtIn(driver);
    }
    if (setting === 'broker') return builtIn(await this.broker());
    const { findPackageFolder, locatePackage } = await import('./coradb/package/package-location.js');
    const { ReloadingPackage } = await import('./coradb/package/reloading-package.js');
    const roots = this.options.packageRoots ?? [process.cwd(), import.meta.dirname];
    if (setting === 'auto') {
      const folder = this.encrypts ? undefined : findPackageFolder(PREFERRED_PACKAGE, roots);
      const broker = builtIn(await this.broker());
      return folder === undefined ? broker : preferring(new ReloadingPackage(folder), broker);
    }
    if (this.encrypts) {
      throw new DriverError(`${settingName('tls')}=${this.options.tls}: driver packages cannot encrypt`, {
        hint: `Set ${settingName('driver')}=broker to use the built-in client.`,
      });
    }
    return new ReloadingPackage(locatePackage(setting, roots));
  }

  private get encrypts(): boolean {
    return (this.options.tls ?? 'off') !== 'off';
  }

  private async broker(): Promise<Driver> {
    const { tls = 'off', tlsCaFile } = this.options;
    const { createBrokerDriver } = await import('./coradb/wire/broker-driver.js');
    return createBrokerDriver({ tls, ...(tlsCaFile !== undefined && { ca: await readCa(tlsCaFile) }) });
  }
}

/** A driver that was chosen, or several to choose from at each call. */
interface Choice {
  current(): Driver | Promise<Driver>;
  info(): DriverInfo | undefined;
  dispose?(): Promise<void>;
}

function builtIn(driver: Driver): Choice {
  const loadedAt = new Date().toISOString();
  return {
    current: () => driver,
    info: () => ({ name: driver.name, version: driver.version, loadedAt, reloads: 0 }),
    dispose: async () => driver.dispose?.(),
  };
}

/** The package as long as any of its code works; the built-in client until then, with the reason in `info`. */
function preferring(preferred: ReloadingPackage, otherwise: Choice): Choice {
  return {
    current: () => preferred.current().catch(() => otherwise.current()),
    info: () => {
      const info = preferred.info();
      if (info !== undefined) return info;
      const fallback = otherwise.info();
      const reloadError = preferred.failure;
      return fallback && { ...fallback, ...(reloadError !== undefined && { reloadError }) };
    },
  };
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new DriverError(`${settingName('tlsCaFile')}: ${file} cannot be read`, {
      cause: error,
      hint: 'Give a readable file with certificates in PEM form.',
    });
  }
}
