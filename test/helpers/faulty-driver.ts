import type {
  Connection,
  Driver,
  ExecuteOptions,
  RequestOptions,
  ResultSet,
  Statement,
} from '../../src/driver/driver.js';
import { ConnectionLostError, EngineError } from '../../src/driver/driver-errors.js';
import type { Parameter } from '../../src/driver/value.js';

/** A step of a driver's work, and the how manieth of its kind. `look` reads the serials, which no statement asked for. */
export interface DriverStep {
  readonly at: 'connect' | 'look' | 'prepare' | 'execute' | 'read' | 'commit' | 'rollback' | 'close';
  readonly nth: number;
}

/** `lost` strikes before the work is done, `lost after` when it has been. */
export type DriverFault = 'error' | 'lost' | 'lost after' | 'slow' | 'hang';

export interface FaultyDriver extends Driver {
  /** Resolves when the step has been reached. */
  readonly reached: Promise<void>;
  /** Connections that are open now. */
  readonly openConnections: number;
}

/** A driver whose work goes wrong at one step. A `hang` ends as a running statement does: by cancel or destroy. */
export function faultyDriver(inner: Driver, step: DriverStep, fault: DriverFault): FaultyDriver {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const counts = new Map<string, number>();
  const stops = new Set<(error: Error) => void>();
  let openConnections = 0;

  async function through<T>(at: DriverStep['at'], work: () => Promise<T>): Promise<T> {
    const nth = (counts.get(at) ?? 0) + 1;
    counts.set(at, nth);
    if (at !== step.at || nth !== step.nth) return work();
    reach();
    switch (fault) {
      case 'error':
        throw new EngineError('DuckDB', 'Test', 'refused by the test');
      case 'lost':
        throw new ConnectionLostError('lost by the test');
      case 'lost after':
        await work();
        throw new ConnectionLostError('lost by the test');
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, 30));
        return work();
      case 'hang':
        return new Promise((_, reject) => stops.add(reject));
    }
  }

  const stopAll = (error: Error): void => {
    for (const stop of stops) stop(error);
    stops.clear();
  };

  function wrapResult(resultSet: ResultSet): ResultSet {
    return {
      read: (count, options) => through('read', () => resultSet.read(count, options)),
      countRows: (options) => resultSet.countRows(options),
    };
  }

  function wrapStatement(statement: Statement): Statement {
    return {
      get kind() {
        return statement.kind;
      },
      get parameterCount() {
        return statement.parameterCount;
      },
      get columns() {
        return statement.columns;
      },
      execute: (parameters: readonly Parameter[], options: ExecuteOptions) =>
        through('execute', async () => {
          const execution = await statement.execute(parameters, options);
          return execution.resultSet
            ? { ...execution, resultSet: wrapResult(execution.resultSet) }
            : execution;
        }),
      close: () => statement.close(),
    };
  }

  function wrapConnection(connection: Connection): Connection {
    let open = true;
    const closed = (): void => {
      if (open) openConnections -= 1;
      open = false;
    };
    openConnections += 1;
    return {
      dialect: connection.dialect,
      engineVersion: connection.engineVersion,
      lexicalSettings: () => connection.lexicalSettings(),
      prepare: (sql, options) =>
        sql.includes('duckdb_sequences()')
          ? through('look', () => connection.prepare(sql, options))
          : through('prepare', async () => wrapStatement(await connection.prepare(sql, options))),
      plan: (sql, options) => connection.plan(sql, options),
      commit: (options: RequestOptions) => through('commit', () => connection.commit(options)),
      rollback: (options: RequestOptions) => through('rollback', () => connection.rollback(options)),
      cancel: async () => {
        stopAll(new EngineError('DuckDB', 'Interrupt', 'Interrupted!'));
        await connection.cancel();
      },
      close: async (options) => {
        await through('close', () => Promise.resolve()).catch(() => undefined);
        await connection.close(options);
        closed();
      },
      destroy: () => {
        stopAll(new ConnectionLostError('the connection was dropped'));
        connection.destroy();
        closed();
      },
    };
  }

  return {
    name: inner.name,
    version: inner.version,
    capabilities: inner.capabilities,
    dialect: inner.dialect,
    reached,
    get openConnections() {
      return openConnections;
    },
    connect: (login, options) =>
      through('connect', async () => {
        const connection = await inner.connect(login, options);
        return wrapConnection(connection);
      }),
  };
}
