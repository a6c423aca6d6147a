import type { Login } from '../../driver.js';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { BrokerConnection, endTransaction } from './broker-connection.js';
import { reasonOf } from './broker-failure.js';
import type { Charset } from './codec/charset.js';
import type { Deadline } from './deadline.js';
import { dialCas } from './dial.js';
import {
  DatabaseParameter,
  decodeSetDatabaseParameter,
  encodeSetDatabaseParameter,
} from './messages/database-parameter.js';
import { decodeDatabaseVersion, encodeDatabaseVersion } from './messages/database-version.js';
import { FunctionCode } from './messages/function-code.js';
import { PROTOCOL_VERSION } from './messages/handshake.js';
import { decodeOpenDatabase, encodeOpenDatabase } from './messages/open-database.js';
import { BrokerSession } from './session.js';
import type { TlsOptions } from './socket.js';

export interface OpenOptions {
  readonly tls: TlsOptions;
  readonly charset: Charset;
  /** Longest wait for a lock, in ms; 0 keeps the broker's default. */
  readonly lockTimeoutMs: number;
  /** Over all steps together; the caller disposes it. */
  readonly deadline: Deadline;
}

/** A broker's first workers are this many by default, and each of them may be about to leave. */
const MOST_HANG_UPS = 5;

/** What opening came to: a connection, or a worker that left before anything was asked of it. */
type Opening = { readonly connection: BrokerConnection } | { readonly leftWith: unknown };

/**
 * Connects to one broker and logs in. A worker (CAS) that grew too big, or that `cubrid broker reset` told to
 * restart, leaves right after the first END_TRAN (cas-protocol §3.6). Nothing has run then, so another is dialled.
 * @throws EngineError wrong login; BrokerError refused; ConnectionLostError refused, silent or closed
 */
export async function openConnection(
  address: BrokerAddress,
  login: Login,
  options: OpenOptions,
): Promise<BrokerConnection> {
  for (let hangUps = 1; ; hangUps++) {
    const opening = await openWorker(address, login, options);
    if ('connection' in opening) return opening.connection;
    if (hangUps > MOST_HANG_UPS || options.deadline.signal.aborted) throw opening.leftWith;
  }
}

/**
 * Makes a connection ready for statements: END_TRAN, because a new connection counts as inside a transaction
 * (cas-protocol §2.5), then the lock timeout, which every login resets.
 */
async function openWorker(
  address: BrokerAddress,
  login: Login,
  { tls, charset, lockTimeoutMs, deadline }: OpenOptions,
): Promise<Opening> {
  const { signal } = deadline;
  const socket = await dialCas(address, tls, signal);
  const context = { protocolVersion: PROTOCOL_VERSION, charset };
  const session = new BrokerSession(socket, { address, localPort: socket.localPort ?? 0, context });
  const giveUp = (): void => session.destroy(reasonOf(signal.reason));
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  let mayLeave = false;
  try {
    const { database, user, password } = login;
    await session.open(encodeOpenDatabase({ database, user, password, charset }), (body) =>
      decodeOpenDatabase(body, { announced: PROTOCOL_VERSION, charset }),
    );
    await endTransaction(session, 'commit', 0, 'end transaction');
    mayLeave = true;
    if (lockTimeoutMs > 0) await setLockTimeout(session, lockTimeoutMs);
    return { connection: new BrokerConnection(session, await engineVersion(session)) };
  } catch (error) {
    session.destroy();
    if (mayLeave && session.hungUp) return { leftWith: error };
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function setLockTimeout(session: BrokerSession, lockTimeoutMs: number): Promise<void> {
  return session.request(
    {
      step: 'lock timeout',
      functionCode: FunctionCode.SET_DB_PARAMETER,
      args: encodeSetDatabaseParameter(DatabaseParameter.LOCK_TIMEOUT, Math.ceil(lockTimeoutMs)),
      decode: decodeSetDatabaseParameter,
      cancellable: false,
    },
    0,
  );
}

function engineVersion(session: BrokerSession): Promise<string> {
  return session.request(
    {
      step: 'engine version',
      functionCode: FunctionCode.GET_DB_VERSION,
      args: encodeDatabaseVersion(false),
      decode: decodeDatabaseVersion,
      cancellable: false,
    },
    0,
  );
}
