import { EMBEDDED_DIALECT } from './embedded-dialect.js';
import { version as duckdbVersion } from '@duckdb/node-api';
import type { Connection, ConnectOptions, Driver, Login } from '../driver.js';
import { DriverError } from '../driver-errors.js';
import { DatabaseRegistry } from './database-registry.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { checkLogin } from './embedded-users.js';

export interface EmbeddedDriverOptions {
  /** Folder of the database files, which then survive restarts; without it the databases live in memory. */
  readonly directory?: string;
}

/** The embedded engine as a driver; `dispose` closes its databases and gives up their files. */
export interface EmbeddedDriver extends Driver {
  dispose(): Promise<void>;
}

/**
 * The embedded engine: DuckDB in this process, with the sample database `e-commerce` and the users `dba` (empty
 * password) and `reader` (password `reader`, whose transactions DuckDB keeps read only).
 *
 * @example
 * const driver = createEmbeddedDriver({ directory: 'data' });
 * const connection = await driver.connect(login, options);
 */
export function createEmbeddedDriver(options: EmbeddedDriverOptions = {}): EmbeddedDriver {
  const registry = new DatabaseRegistry(options.directory);
  const connections = new Set<EmbeddedConnection>();
  const version = duckdbVersion().replace(/^v/, '');

  async function open(login: Login, connectOptions: ConnectOptions): Promise<EmbeddedConnection> {
    const { readOnly } = checkLogin(login.user, login.password);
    const database = await registry.open(login.database);
    const duckdb = await database.instance.connect();
    const connection = new EmbeddedConnection(
      duckdb,
      database,
      `DuckDB ${version}`,
      readOnly || connectOptions.readOnly,
      () => connections.delete(connection),
    );
    connections.add(connection);
    return connection;
  }

  return {
    name: 'embedded',
    version,
    dialect: EMBEDDED_DIALECT,
    capabilities: { compileOnlyPrepare: true, cancel: true, planWithoutRunning: true, serverTimeLimit: true },
    connect: (login, connectOptions) => untilAborted(open(login, connectOptions), connectOptions),
    databases: () => registry.names(),
    dispose: async () => {
      await Promise.all([...connections].map((connection) => connection.closed()));
      await registry.dispose();
    },
  };
}

/**
 * Waits for a connection until the signal; one that comes later is closed at once. `timeoutMs` is about a broker
 * that may be silent: here the first connection creates the sample data, which is work and no silence.
 */
async function untilAborted(
  opening: Promise<EmbeddedConnection>,
  options: ConnectOptions,
): Promise<Connection> {
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
