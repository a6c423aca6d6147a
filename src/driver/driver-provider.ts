import type { Driver } from './driver.js';

/** What a report of the connection says about the driver in use. */
export interface DriverInfo {
  readonly name: string;
  readonly version: string;
  /** Folder of a loaded package. */
  readonly folder?: string;
  /** ISO time. */
  readonly loadedAt: string;
  readonly reloads: number;
  /** Why the newest code of the package could not be loaded; the previous one goes on working. */
  readonly reloadError?: string;
}

/** Where calls get their driver from. */
export abstract class DriverProvider {
  /** The driver for the next call; loads it when needed. @throws DriverError when there is none */
  abstract current(): Promise<Driver>;
  abstract info(): DriverInfo | undefined;
  /** How replies name an engine that this server brings along and no host or port leads to; else undefined. */
  abstract readonly ownPlace: string | undefined;
}
