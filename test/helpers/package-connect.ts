import { afterEach } from 'vitest';
import type { Connection, Driver, Login } from '../../src/driver/driver.js';
import { ReloadingPackage } from '../../src/driver/coradb/package/reloading-package.js';
import { locatePackage } from '../../src/driver/coradb/package/package-location.js';
import { loginFor, RUN, SOON } from './broker-connect.js';
import { PROBE_RULE } from './package-probe.js';
import { ReplayBroker, type ReplayBrokerOptions } from './replay-broker.js';
import { ScriptedDatabase, type ScriptedDatabaseOptions, type StatementRule } from './scripted-database.js';

const brokers: ReplayBroker[] = [];
/** node-cubrid as a user installs it. */
export const nodeCubrid = new ReloadingPackage(locatePackage('node-cubrid', [import.meta.dirname]));

/** A scripted broker that a driver package can work with. */
export async function start(
  statements: readonly StatementRule[],
  options: ScriptedDatabaseOptions = {},
  brokerOptions?: ReplayBrokerOptions,
) {
  const database = new ScriptedDatabase({ statements: [...statements, PROBE_RULE], ...options });
  const broker = await ReplayBroker.start(database, brokerOptions);
  brokers.push(broker);
  return { database, broker };
}

/** A connection of node-cubrid through the adapter. */
export async function connect(
  broker: ReplayBroker,
  changes: Partial<Login> = {},
  timeoutMs = 5_000,
): Promise<Connection> {
  const driver: Driver = await nodeCubrid.current();
  return driver.connect(loginFor(broker, changes), {
    timeoutMs,
    signal: new AbortController().signal,
    lockTimeoutMs: 1_500,
    readOnly: false,
  });
}

/** All rows of a query, with its columns. */
export async function rowsOf(
  connection: Connection,
  sql: string,
  parameters: readonly (string | number | null)[] = [],
) {
  const statement = await connection.prepare(sql, SOON);
  const { resultSet } = await statement.execute(parameters, RUN);
  const rows = await resultSet!.read(1_000, SOON);
  await statement.close();
  return { rows, columns: statement.columns };
}

/** Stops the brokers of each test; to be called once in every spec that starts some. */
export function stopBrokersAfterEach(): void {
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
  });
}
