import { readFile } from 'node:fs/promises';
import { settingName } from '../errors/edge-names.js';
import { withPackages } from '../errors/optional-package.js';
import type { Driver } from './driver.js';
import { DriverError } from './driver-errors.js';
import type { DriverOptions } from './driver-options.js';

/** How an engine that has a folder here is made known. */
export interface Engine {
  /** As `DriverProvider.ownPlace`. */
  readonly ownPlace?: string;
  /** Imports the folder: an engine that is not used costs nothing. @throws DriverError, MissingPackageError */
  load(options: DriverOptions): Promise<Driver>;
}

/** The engines by the value of the driver setting that chooses them; to add one is to add its folder and its line. */
export const ENGINES: ReadonlyMap<string, Engine> = new Map<string, Engine>([
  ['broker', { load: loadBroker }],
  ['embedded', { load: loadEmbedded, ownPlace: 'embedded' }],
]);

export async function loadBroker({ tls = 'off', tlsCaFile }: DriverOptions): Promise<Driver> {
  const { createBrokerDriver } = await import('./coradb/wire/broker-driver.js');
  return createBrokerDriver({ tls, ...(tlsCaFile !== undefined && { ca: await readCa(tlsCaFile) }) });
}

function loadEmbedded({ embeddedDir, embeddedMemoryMb }: DriverOptions): Promise<Driver> {
  return withPackages(['@duckdb/node-api'], 'The embedded database', async () => {
    const { createEmbeddedDriver } = await import('./embedded/embedded-driver.js');
    return createEmbeddedDriver({ directory: embeddedDir, memoryMb: embeddedMemoryMb });
  });
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
