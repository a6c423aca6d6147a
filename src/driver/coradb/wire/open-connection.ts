import type { Socket } from 'node:net';
import type { BrokerAddress } from '../../../address/broker-address.js';
import type { Login } from '../../driver.js';
import { BrokerConnection, endTransaction } from './broker-connection.js';
import { reasonOf, step } from './broker-failure.js';
import type { Charset } from './codec/charset.js';
import type { Deadline } from './deadline.js';
import { FunctionCode } from './framing.js';
import {
  DatabaseParameter,
  decodeDatabaseVersion,
  decodeSetDatabaseParameter,
  encodeDatabaseVersion,
  encodeSetDatabaseParameter,
} from './messages/connection.js';
import {
  decodeHandshakeReply,
  encodeHandshake,
  HANDSHAKE_REPLY_BYTES,
  PROTOCOL_VERSION,
} from './messages/handshake.js';
import { decodeOpenDatabase, encodeOpenDatabase } from './messages/open-database.js';
import { BrokerSession } from './session.js';
import { dialTcp, readExactly, startTls, type TlsOptions } from './socket.js';

/**
 * Connects to a broker up to the point where a CAS waits for the open-database block: TCP, handshake, the second
 * port of a Windows broker, TLS (cas-protocol §1, §8).
 * @throws ConnectionLostError refused, silent or closed; BrokerError turned away by the broker, or cancelled
 */
async function dialCas(address: BrokerAddress, tls: TlsOptions, signal: AbortSignal): Promise<Socket> {
  const socket = await step(address, 'connect', () => dialTcp(address, signal));
  try {
    const reply = await step(address, 'hello', async () => {
      socket.write(encodeHandshake({ tls: tls.mode !== 'off' }));
      return decodeHandshakeReply(await readExactly(socket, HANDSHAKE_REPLY_BYTES, signal));
    });
    if (reply.kind === 'accepted') return await secure(socket, address, tls, signal);
    socket.destroy();
    const cas = { host: address.host, port: reply.port };
    const second = await step(cas, 'connect', () => dialTcp(cas, signal));
    return await secure(second, cas, tls, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secure(
  socket: Socket,
  address: BrokerAddress,
  tls: TlsOptions,
  signal: AbortSignal,
): Promise<Socket> {
  if (tls.mode === 'off') return socket;
  return step(address, 'tls', () => startTls(socket, address.host, tls, signal));
}

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
