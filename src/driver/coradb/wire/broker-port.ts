import type { Socket } from 'node:net';
import type { BrokerAddress } from '../../../address/broker-address.js';
import type { PingOptions } from '../../driver.js';
import { step } from './broker-failure.js';
import { Deadline } from './deadline.js';
import {
  decodeCancelReply,
  decodePingReply,
  encodePing,
  encodeQueryCancel,
  HANDSHAKE_REPLY_BYTES,
} from './messages/handshake.js';
import { dialTcp, readExactly } from './socket.js';

const NEVER = new AbortController().signal;

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Fires when the message must not be sent any more; once it is sent, the answer is awaited all the same. */
  readonly unwanted?: AbortSignal;
}

/**
 * Sends one of the 10-byte messages of cas-protocol §1.3 on a connection of its own, always plain.
 * @param name step name for errors: `ping`, `cancel`
 * @returns the 4 bytes of the answer; undefined when the message was not wanted any more and nothing was sent
 * @throws ConnectionLostError | BrokerError
 */
export async function askBroker(
  address: BrokerAddress,
  name: string,
  message: Buffer,
  { signal, unwanted = NEVER }: AskOptions,
): Promise<Buffer | undefined> {
  let socket: Socket | undefined;
  try {
    return await step(address, name, async () => {
      socket = await dialTcp(address, AbortSignal.any([signal, unwanted]));
      if (unwanted.aborted) return undefined;
      socket.write(message);
      return await readExactly(socket, HANDSHAKE_REPLY_BYTES, signal);
    });
  } catch (error) {
    if (socket === undefined && unwanted.aborted) return undefined;
    throw error;
  } finally {
    socket?.destroy();
  }
}

/** A broker answers a cancel message at once; one that does not is given up. */
const CANCEL_TIMEOUT_MS = 2_000;

export interface CancelTarget {
  /** Address of the broker itself, never of a Windows broker's second port. */
  readonly address: BrokerAddress;
  readonly processId: number;
  /** Local TCP port of the connection to cancel: with it a broker skips a CAS that serves somebody else by now. */
  readonly localPort: number;
}

/**
 * - `delivered`: the signal reached the CAS; it says nothing about what the statement does
 * - `failed`: the broker could not be reached or knows no such CAS
 * - `dropped`: nothing was sent, because it was not wanted any more when the connection stood
 */
export type CancelOutcome = 'delivered' | 'failed' | 'dropped';

/**
 * Sends the cancel message `QC` from a second socket (cas-protocol §7.1). Never throws.
 * @param unwanted fires when the statement has ended, so that the message must not be sent any more
 */
export async function sendCancel(target: CancelTarget, unwanted?: AbortSignal): Promise<CancelOutcome> {
  const deadline = new Deadline(CANCEL_TIMEOUT_MS);
  try {
    const message = encodeQueryCancel(target.processId, target.localPort);
    const answer = await askBroker(target.address, 'cancel', message, {
      signal: deadline.signal,
      ...(unwanted !== undefined && { unwanted }),
    });
    if (answer === undefined) return 'dropped';
    decodeCancelReply(answer);
    return 'delivered';
  } catch {
    return 'failed';
  } finally {
    deadline.dispose();
  }
}

/**
 * Asks whether the broker process accepts connections (PING, cas-protocol §1.3). Needs no login and no worker.
 * @throws ConnectionLostError | BrokerError within `timeoutMs`
 */
export async function pingBroker(address: BrokerAddress, options: PingOptions): Promise<void> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  try {
    const answer = await askBroker(address, 'ping', encodePing(), { signal: deadline.signal });
    if (answer !== undefined) await step(address, 'ping', async () => decodePingReply(answer));
  } finally {
    deadline.dispose();
  }
}

/**
 * Asks several brokers at the same time, so that one that hangs does not use up the time of the others.
 * @returns as soon as one of them accepts connections; the other attempts are ended
 * @throws AggregateError within `timeoutMs`, when none does; its errors are those of `pingBroker`, in order
 */
export async function pingAnyBroker(
  addresses: readonly BrokerAddress[],
  options: PingOptions,
): Promise<void> {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    await Promise.any(addresses.map((address) => pingBroker(address, { ...options, signal })));
  } finally {
    answered.abort();
  }
}
