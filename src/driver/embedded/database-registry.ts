import { settingName } from '../../errors/edge-names.js';
import { access } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { DriverError, EngineError } from '../driver-errors.js';
import { databaseFile, databaseNames, SAMPLE_DATABASE } from './database-files.js';
import { sandboxOptions } from './engine-options.js';
import { ALLOWED_TABLE_FUNCTIONS } from './rules/forbidden-names.js';
import { createSampleFile, fillSampleDatabase } from './sample/sample-database.js';

/** An open database, shared by all connections of the driver. */
export interface OpenDatabase {
  readonly instance: DuckDBInstance;
  /** Table functions of this engine version that SQL must not call, in lower case. */
  readonly refusedTableFunctions: ReadonlySet<string>;
  /** Whether the file itself still lacks a change that DuckDB could not read back from its log. */
  readonly checkpoint: { isDue: boolean };
}

export interface DatabaseOptions {
  /** Folder of the database files; without it only the sample database exists, in memory. */
  readonly directory?: string;
  /** Most memory of DuckDB's own buffers, in MB. */
  readonly memoryMb: number;
}

/** Opens each database once, on first use, and knows which exist. */
export class DatabaseRegistry {
  readonly #open = new Map<string, Promise<OpenDatabase>>();

  constructor(private readonly options: DatabaseOptions) {}

  /**
   * @param name a plain file name (`checkDatabaseName`)
   * @throws EngineError `Database` that lists what exists,
   *   DriverError when the file is locked by another process or cannot be opened
   */
  async open(name: string): Promise<OpenDatabase> {
    const opened = this.#open.get(name) ?? this.#openNow(name);
    this.#open.set(name, opened);
    try {
      return await opened;
    } catch (error) {
      this.#open.delete(name);
      throw error;
    }
  }

  /** Closes every database and gives up the locks on their files. */
  async dispose(): Promise<void> {
    const opened = [...this.#open.values()];
    this.#open.clear();
    for (const result of await Promise.allSettled(opened)) {
      if (result.status === 'fulfilled') result.value.instance.closeSync();
    }
  }

  async #openNow(name: string): Promise<OpenDatabase> {
    const { directory, memoryMb } = this.options;
    if (directory === undefined) {
      if (name !== SAMPLE_DATABASE) throw unknownDatabase(name, await databaseNames(directory));
      return opened(await openInMemory(memoryMb));
    }
    const path = databaseFile(directory, name);
    if (name === SAMPLE_DATABASE) await createSampleFile(directory, path);
    else if (!(await exists(path))) throw unknownDatabase(name, await databaseNames(directory));
    return opened(await openFile(name, path, memoryMb));
  }
}

async function openInMemory(memoryMb: number): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', sandboxOptions(memoryMb));
  await fillSampleDatabase(instance);
  return instance;
}

async function openFile(name: string, path: string, memoryMb: number): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, sandboxOptions(memoryMb));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/lock/i.test(text)) {
      throw new DriverError(`Database ${name} is in use by another process.`, {
        hint: `Stop the other server, or give this one another folder in ${settingName('embeddedDir')}.`,
        cause: error,
      });
    }
    throw new DriverError(`The file of database ${name} could not be opened: ${text.split('\n')[0]}`, {
      cause: error,
    });
  }
}

async function opened(instance: DuckDBInstance): Promise<OpenDatabase> {
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')",
    );
    const names = reader.getRows().map((row) => String(row[0]));
    return {
      instance,
      checkpoint: { isDue: false },
      refusedTableFunctions: new Set(names.filter((name) => !ALLOWED_TABLE_FUNCTIONS.has(name))),
    };
  } finally {
    connection.disconnectSync();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function unknownDatabase(name: string, existing: readonly string[]): EngineError {
  const message = `Database "${name}" does not exist; the embedded engine has: ${existing.join(', ')}.`;
  return new EngineError('DuckDB', 'Database', message);
}
