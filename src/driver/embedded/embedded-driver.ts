import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Connection, ConnectOptions, Driver, Login } from '../driver.js';
import { DriverError, EngineEndedError } from '../driver-errors.js';
import { databaseFile, databaseNames } from './database-files.js';
import { checkDatabaseName } from './database-name.js';
import { EMBEDDED_DIALECT } from './embedded-dialect.js';
import { checkLogin } from './embedded-users.js';
import { EngineHost } from './process/engine-host.js';
import { ProcessConnection } from './process/process-connection.js';

/** Memory of the engine's process when nothing is set, in MB. */
const DEFAULT_MEMORY_MB = 2_048;

export interface EmbeddedDriverOptions {
  /** Folder of the database files, which then survive restarts; without it the databases live in memory. */
  readonly directory?: string;
  /** Resident memory at which the engine's process is killed, in MB. */
  readonly memoryMb?: number;
}

/** The embedded engine as a driver; `dispose` ends its process, which closes the databases and gives up their files. */
export interface EmbeddedDriver extends Driver {
  databases(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/**
 * The embedded engine: DuckDB in a process of its own, with the sample database `e-commerce` and the users `dba` (empty
 * password) and `reader` (password `reader`, whose transactions DuckDB keeps read only). The process starts with the
 * first connection and is replaced when it ends.
 *
 * @example
 * const driver = createEmbeddedDriver({ directory: 'data' });
 * const connection = await driver.connect(login, options);
 */
export function createEmbeddedDriver(options: EmbeddedDriverOptions = {}): EmbeddedDriver {
  const { directory, memoryMb = DEFAULT_MEMORY_MB } = options;
  const host = new EngineHost({
    ...(directory !== undefined && { directory }),
    // The rest is for what DuckDB does not count, and for the process itself.
    memoryMb: Math.ceil(memoryMb / 2),
    processMemoryMb: memoryMb,
  });
  let connections = 0;

  async function open({ database, user, password }: Login, readOnly: boolean): Promise<ProcessConnection> {
    const onlyReads = checkLogin(user, password).readOnly || readOnly;
    checkDatabaseName(database);
    const connection = ++connections;
    const asks = { connection, database, readOnly: onlyReads };
    let engine = await host.ready();
    try {
      await engine.request('open', asks, { connection, timeoutMs: 0 });
    } catch (error) {
      if (!(error instanceof EngineEndedError)) throw error;
      // A statement of another call ended it; nothing of this one was there yet.
      engine = await host.ready();
      await engine.request('open', asks, { connection, timeoutMs: 0 });
    }
    const lookAtFiles = (): (() => boolean) => filesOf(directory, database);
    const notice = host.takeNotice();
    return new ProcessConnection(engine, {
      number: connection,
      lookAtFiles,
      readOnly: onlyReads,
      ...(notice !== undefined && { notice }),
    });
  }

  return {
    name: 'embedded',
    version: libraryVersion(),
    dialect: EMBEDDED_DIALECT,
    capabilities: { compileOnlyPrepare: true, cancel: true, planWithoutRunning: true, serverTimeLimit: true },
    connect: (login, connectOptions) => untilAborted(open(login, connectOptions.readOnly), connectOptions),
    databases: () => databaseNames(directory),
    dispose: () => host.dispose(),
  };
}

/** Whether nothing is written to a database's file and log from now on. */
function filesOf(directory: string | undefined, database: string): () => boolean {
  if (directory === undefined) return () => false;
  const file = databaseFile(directory, database);
  const look = (): string => [file, `${file}.wal`].map(stateOf).join(' ');
  const before = look();
  return () => look() === before;
}

function stateOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

/** DuckDB's version, told by its package without loading it. */
function libraryVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('@duckdb/node-api/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version.replace(/-r\.\d+$/, '');
}

/**
 * Waits for a connection until the signal; one that comes later is closed at once. `timeoutMs` is about a broker
 * that may be silent: here the first connection creates the sample data, which is work and no silence.
 */
async function untilAborted(opening: Promise<Connection>, options: ConnectOptions): Promise<Connection> {
  const { signal } = options;
  let stopWaiting: () => void = () => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const aborted = (): void => reject(new DriverError('Connecting to the embedded engine was cancelled.'));
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    stopWaiting = () => signal.removeEventListener('abort', aborted);
  });
  try {
    return await Promise.race([opening, limit]);
  } catch (error) {
    opening.then(
      (late) => late.destroy(),
      () => undefined,
    );
    throw error;
  } finally {
    stopWaiting();
  }
}
