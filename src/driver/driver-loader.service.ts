import { settingName } from '../errors/edge-names.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Driver } from './driver.js';
import { DriverError } from './driver-errors.js';
import type { DriverOptions } from './driver-options.js';
import { DriverProvider, type DriverInfo } from './driver-provider.js';
import { ENGINES, loadBroker, type Engine } from './engines.js';
import type { ReloadingPackage } from './coradb/package/reloading-package.js';

export const DRIVER_OPTIONS = Symbol('DRIVER_OPTIONS');

/** The package that `auto` looks for. */
const PREFERRED_PACKAGE = '@coradb/node-coradb';

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
    return this.engine?.ownPlace;
  }

  info(): DriverInfo | undefined {
    return this.chosen?.info();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.chosen?.dispose?.();
  }

  private async choose(): Promise<Choice> {
    const { engine, options } = this;
    if (engine !== undefined) return builtIn(await engine.load(options));
    const { findPackageFolder, locatePackage } = await import('./coradb/package/package-location.js');
    const { ReloadingPackage } = await import('./coradb/package/reloading-package.js');
    const roots = options.packageRoots ?? [process.cwd(), import.meta.dirname];
    if (options.driver === 'auto') {
      const folder = this.encrypts ? undefined : findPackageFolder(PREFERRED_PACKAGE, roots);
      const broker = builtIn(await loadBroker(options));
      return folder === undefined ? broker : preferring(new ReloadingPackage(folder), broker);
    }
    if (this.encrypts) {
      throw new DriverError(`${settingName('tls')}=${options.tls}: driver packages cannot encrypt`, {
        hint: `Set ${settingName('driver')}=broker to use the built-in client.`,
      });
    }
    return new ReloadingPackage(locatePackage(options.driver, roots));
  }

  /** Absent where a package is chosen, or `auto` has to look for one. */
  private get engine(): Engine | undefined {
    return ENGINES.get(this.options.driver);
  }

  private get encrypts(): boolean {
    return (this.options.tls ?? 'off') !== 'off';
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
