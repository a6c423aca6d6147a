import type { ConnectOptions, Connection, Login } from '../../src/driver/driver.js';
import { type BrokerDriverOptions, createBrokerDriver } from '../../src/driver/coradb/wire/broker-driver.js';
import type { ReplayBroker } from './replay-broker.js';

/** A login for a replay broker; whoever must not show the password uses this one. */
export function loginFor(broker: Pick<ReplayBroker, 'host' | 'port'>, changes: Partial<Login> = {}): Login {
  return { host: broker.host, port: broker.port, database: 'capdb', user: 'dba', password: '', ...changes };
}

export interface ConnectChanges {
  readonly login?: Partial<Login>;
  readonly driver?: BrokerDriverOptions;
  readonly options?: Partial<ConnectOptions>;
}

/** Connects the broker driver to a replay broker. */
export function connectTo(
  broker: Pick<ReplayBroker, 'host' | 'port'>,
  { login, driver, options }: ConnectChanges = {},
): Promise<Connection> {
  return createBrokerDriver(driver).connect(loginFor(broker, login), {
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    lockTimeoutMs: 0,
    readOnly: false,
    ...options,
  });
}

/** Limits for a request that is expected to be answered. */
export const SOON = { timeoutMs: 5_000 };
export const RUN = { timeoutMs: 5_000, skip: 0, maxRows: 1_000 };
