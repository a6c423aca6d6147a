import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Driver } from './driver.js';
import { DriverProvider, type DriverInfo } from './driver-provider.js';

export const DRIVER_OPTIONS = Symbol('DRIVER_OPTIONS');

export interface DriverOptions {
  /** `auto`, `broker`, `embedded`, a package name or a folder. */
  readonly driver: string;
  /** Folder for the files of the embedded database; in memory without it. */
  readonly embeddedDir?: string;
}

/** Chooses and loads the driver. Engines are imported when first needed, so that an unused one costs nothing. */
@Injectable()
export class DriverLoader extends DriverProvider implements OnApplicationShutdown {
  private loading?: Promise<Driver>;
  private loaded?: { readonly driver: Driver; readonly at: Date };

  constructor(@Inject(DRIVER_OPTIONS) private readonly options: DriverOptions) {
    super();
  }

  async current(): Promise<Driver> {
    this.loading ??= this.load();
    try {
      return await this.loading;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }

  info(): DriverInfo | undefined {
    if (!this.loaded) return undefined;
    const { driver, at } = this.loaded;
    return {
      name: driver.name,
      version: driver.version,
      ...(driver.folder !== undefined && { folder: driver.folder }),
      loadedAt: at.toISOString(),
      reloads: 0,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loaded?.driver.dispose?.();
  }

  private async load(): Promise<Driver> {
    const driver = await this.create();
    this.loaded = { driver, at: new Date() };
    return driver;
  }

  private async create(): Promise<Driver> {
    if (this.options.driver === 'embedded') {
      const { createEmbeddedDriver } = await import('./embedded/embedded-driver.js');
      return createEmbeddedDriver({ directory: this.options.embeddedDir });
    }
    const { createBrokerDriver } = await import('./broker/broker-driver.js');
    return createBrokerDriver();
  }
}
