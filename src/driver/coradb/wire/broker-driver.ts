import { CORADB_DIALECT } from '../coradb-dialect.js';
import { pingAnyBroker } from './broker-port.js';
import { InputError } from '../../../errors/call-error.js';
import type { ConnectOptions, Driver, DriverCapabilities, Login } from '../../driver.js';
import { BrokerError, ConnectionLostError } from '../../driver-errors.js';
import { type BrokerAddress, parseBrokerAddresses } from '../../../address/broker-address.js';
import { BrokerConnection } from './broker-connection.js';
import type { Charset } from './codec/charset.js';
import { Deadline } from './deadline.js';
import { CasErrorCode } from './messages/error-reply.js';
import { PROTOCOL_VERSION } from './messages/handshake.js';
import { encodeOpenDatabase } from './messages/open-database.js';
import { openConnection } from './open-connection.js';
import type { TlsMode } from './socket.js';

export interface BrokerDriverOptions {
  /** `off`, `on` (encrypted, any certificate) or `verify` (trusted certificate that fits the host); `off` by default. */
  readonly tls?: TlsMode;
  /** Contents (PEM) of the CA file for `verify`; the system's trusted certificates without it. */
  readonly ca?: string;
  /** Charset of the databases before they are asked; `utf-8` by default. */
  readonly charset?: Charset;
}

const CAPABILITIES: DriverCapabilities = {
  compileOnlyPrepare: true,
  cancel: true,
  planWithoutRunning: true,
  serverTimeLimit: true,
};

/** The built-in client is versioned by the protocol it speaks. */
const DRIVER_VERSION = String(PROTOCOL_VERSION);

/**
 * The driver for CoraDB's broker protocol. `login.host` may list several brokers (`a,b:33001`): they are tried in
 * order when one refuses the connection, has no free worker or stays silent, never after a login error. The time
 * for connecting is shared out evenly among those not tried yet.
 *
 * @example
 * const driver = createBrokerDriver({ tls: 'verify', ca: await readFile('ca.pem', 'utf8') });
 * const connection = await driver.connect(login, { timeoutMs: 10_000, signal, lockTimeoutMs: 5_000, readOnly: true });
 */
export function createBrokerDriver(options: BrokerDriverOptions = {}): Driver {
  return {
    name: 'broker',
    version: DRIVER_VERSION,
    capabilities: CAPABILITIES,
    dialect: CORADB_DIALECT,
    ping: pingAnyBroker,
    connect: (login, connectOptions) => connect(login, connectOptions, options),
  };
}

async function connect(
  login: Login,
  options: ConnectOptions,
  driverOptions: BrokerDriverOptions,
): Promise<BrokerConnection> {
  checkLogin(login, driverOptions.charset);
  const addresses = parseBrokerAddresses(login.host, login.port);
  const total = new Deadline(options.timeoutMs, options.signal);
  const failures: BrokerError[] = [];
  try {
    for (const [index, address] of addresses.entries()) {
      try {
        // A single broker has the total alone, whose round number then stands in the error.
        const shared = options.timeoutMs > 0 && addresses.length > 1;
        const share = shared ? total.remainingMs / (addresses.length - index) : 0;
        return await connectTo(address, login, options, driverOptions, new Deadline(share, total.signal));
      } catch (error) {
        if (!isWorthAnotherHost(error) || options.signal.aborted) throw error;
        failures.push(error);
      }
    }
  } finally {
    total.dispose();
  }
  throw allFailed(failures);
}

async function connectTo(
  address: BrokerAddress,
  login: Login,
  options: ConnectOptions,
  { tls = 'off', ca, charset = 'utf-8' }: BrokerDriverOptions,
  deadline: Deadline,
): Promise<BrokerConnection> {
  try {
    return await openConnection(address, login, {
      tls: { mode: tls, ...(ca !== undefined && { ca }) },
      charset,
      lockTimeoutMs: options.lockTimeoutMs,
      deadline,
    });
  } finally {
    deadline.dispose();
  }
}

/** @throws InputError before anything is dialled; the text never holds the password */
function checkLogin(login: Login, charset: Charset = 'utf-8'): void {
  if (login.database.trim() === '') throw new InputError('database: a name is needed');
  if (login.database.includes('@')) {
    throw new InputError('database: "@" is not allowed, because it names other database hosts', {
      hint: 'Give the plain database name, and the broker as host.',
    });
  }
  encodeOpenDatabase({ ...login, charset }).fill(0);
}

/** Refused, silent, closed or no free worker: another broker may do. All else would be the same there. */
function isWorthAnotherHost(error: unknown): error is BrokerError {
  return (
    error instanceof ConnectionLostError ||
    (error instanceof BrokerError && error.code === CasErrorCode.FREE_SERVER)
  );
}

function allFailed(failures: readonly BrokerError[]): BrokerError {
  const [first, ...others] = failures;
  if (first !== undefined && others.length === 0) return first;
  const last = failures.at(-1);
  return new ConnectionLostError(failures.map((failure) => failure.message).join('; '), {
    hint: 'None of the brokers could be used. Check hosts and ports.',
    cause: last,
  });
}
