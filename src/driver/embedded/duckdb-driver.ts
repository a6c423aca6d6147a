import { version as duckdbVersion } from '@duckdb/node-api';
import { DatabaseRegistry } from './database-registry.js';
import { EmbeddedConnection } from './embedded-connection.js';

export interface DuckDbOptions {
  /** Folder of the database files, which then survive restarts; without it the databases live in memory. */
  readonly directory?: string;
  /** Most memory of DuckDB's own buffers, in MB. */
  readonly memoryMb: number;
}

/** DuckDB in this process: the databases and their connections. `dispose` closes all and gives up the files. */
export interface DuckDbDriver {
  /** As replies show it: `DuckDB 1.5.6`. */
  readonly engineVersion: string;
  /**
   * @param database its plain name, checked
   * @throws EngineError (no such database), DriverError
   */
  connect(database: string, readOnly: boolean): Promise<EmbeddedConnection>;
  dispose(): Promise<void>;
}

/** Opens databases and connections of DuckDB; the login has been checked. */
export function createDuckDbDriver(options: DuckDbOptions): DuckDbDriver {
  const registry = new DatabaseRegistry(options);
  const connections = new Set<EmbeddedConnection>();
  const engineVersion = `DuckDB ${duckdbVersion().replace(/^v/, '')}`;
  return {
    engineVersion,
    connect: async (name, readOnly) => {
      const database = await registry.open(name);
      const duckdb = await database.instance.connect();
      const connection = new EmbeddedConnection(duckdb, database, engineVersion, readOnly, () =>
        connections.delete(connection),
      );
      connections.add(connection);
      return connection;
    },
    dispose: async () => {
      await Promise.all([...connections].map((connection) => connection.closed()));
      await registry.dispose();
    },
  };
}
