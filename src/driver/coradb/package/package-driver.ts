import { settingName } from '../../../errors/edge-names.js';
import { CORADB_DIALECT } from '../coradb-dialect.js';
import { pingAnyBroker } from '../wire/broker-port.js';
import { type BrokerAddress, formatAddress, parseBrokerAddresses } from '../../../address/broker-address.js';
import type { ConnectOptions, Driver, Login } from '../../driver.js';
import { BrokerError, ConnectionLostError, DriverError } from '../../driver-errors.js';
import { PROBE, readTraits } from './connection-probe.js';
import { LOCK_TIMEOUT_PARAMETER } from './package-api.js';
import { PackageConnection } from './package-connection.js';
import type { FittingPackage } from './package-fit.js';
import { PackageLink } from './package-link.js';
import { readDetails, readReply } from './package-reply.js';

export interface PackageIdentity {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * A driver that works through an installed package. Such packages run what they compile, cannot show a plan and set
 * no time limit on the server; whether they can cancel is seen on their connections.
 */
export function createPackageDriver(fitting: FittingPackage, identity: PackageIdentity): Driver {
  return {
    ...identity,
    dialect: CORADB_DIALECT,
    capabilities: {
      compileOnlyPrepare: false,
      cancel: fitting.canCancel,
      planWithoutRunning: false,
      serverTimeLimit: false,
    },
    ping: pingAnyBroker,
    connect: (login, options) => connect(fitting, identity, login, options),
  };
}

/** Tries the brokers of `login.host` in order, as the built-in client does; never after a login error. */
async function connect(
  fitting: FittingPackage,
  identity: PackageIdentity,
  login: Login,
  options: ConnectOptions,
): Promise<PackageConnection> {
  const addresses = parseBrokerAddresses(login.host, login.port);
  const end = performance.now() + options.timeoutMs;
  const failures: BrokerError[] = [];
  for (const [index, address] of addresses.entries()) {
    const share =
      options.timeoutMs > 0 ? Math.max(1, (end - performance.now()) / (addresses.length - index)) : 0;
    try {
      return await connectTo(address, fitting, identity, login, { ...options, timeoutMs: share });
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || options.signal.aborted) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  if (first !== undefined && others.length === 0) throw first;
  throw new ConnectionLostError(failures.map(({ message }) => message).join('; '), {
    hint: 'None of the brokers could be used. Check hosts and ports.',
    cause: failures.at(-1),
  });
}

async function connectTo(
  address: BrokerAddress,
  fitting: FittingPackage,
  { name, version }: PackageIdentity,
  { database, user, password }: Login,
  { timeoutMs, signal, lockTimeoutMs }: ConnectOptions,
): Promise<PackageConnection> {
  const { host, port } = address;
  if (host.includes(':')) {
    throw new DriverError(`Driver packages take no IPv6 addresses, and ${formatAddress(address)} is one`, {
      hint: `Give a host name, or set ${settingName('driver')}=broker.`,
    });
  }
  const login = { host, port, user, password, database };
  const connection = fitting.createConnection({ ...login, connectionTimeout: Math.ceil(timeoutMs) });
  const link = new PackageLink(connection, `${name} ${version}`, address, password);
  try {
    await link.connect(timeoutMs, signal);
    return await prepareConnection(link, timeoutMs, lockTimeoutMs);
  } catch (error) {
    link.destroy();
    throw error;
  }
}

/** Everything a fresh connection needs before it can be worked with. */
async function prepareConnection(
  link: PackageLink,
  timeoutMs: number,
  lockTimeoutMs: number,
): Promise<PackageConnection> {
  // First of all: node-cubrid asks for the version with auto-commit, which would commit open work (cas-protocol §3.7).
  const version = await link.request('version', timeoutMs, (connection) => connection.getEngineVersion());
  await link.request('auto-commit', timeoutMs, (connection) => connection.setAutoCommitMode(false));
  if (link.optional('getAutoCommitMode')?.() === true) {
    throw new DriverError(`The driver package ${link.packageName} does not fit: auto-commit stays on`);
  }
  if (lockTimeoutMs > 0) await setLockTimeout(link, timeoutMs, lockTimeoutMs);
  const { packageName } = link;
  const raw = await link.request('lexical settings', timeoutMs, (connection) => connection.query(PROBE));
  const { queryHandle, result } = readReply(raw, packageName);
  const key = typeof queryHandle === 'number' || typeof queryHandle === 'string' ? queryHandle : '';
  const traits = readTraits(result, readDetails(link.inside('_queryResultSets', key)), packageName);
  await link.request('close statement', timeoutMs, (connection) => connection.closeQuery(queryHandle));
  return new PackageConnection(link, String(version), traits);
}

async function setLockTimeout(link: PackageLink, timeoutMs: number, lockTimeoutMs: number): Promise<void> {
  const setParameter = link.optional('setDatabaseParameter');
  if (setParameter !== undefined) {
    const set = (): unknown => setParameter(LOCK_TIMEOUT_PARAMETER, Math.ceil(lockTimeoutMs));
    await link.request('lock timeout', timeoutMs, set);
    return;
  }
  const sql = `SET TRANSACTION LOCK TIMEOUT ${lockTimeoutMs / 1_000}`;
  const raw = await link.request('lock timeout', timeoutMs, (connection) => connection.query(sql));
  const { queryHandle } = readReply(raw, link.packageName);
  if (queryHandle !== undefined) {
    await link.request('close statement', timeoutMs, (connection) => connection.closeQuery(queryHandle));
  }
}
