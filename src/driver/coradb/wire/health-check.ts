import type { PingOptions } from '../../driver.js';
import { askBroker } from './ask-broker.js';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { reasonOf } from './broker-failure.js';
import { Deadline } from './deadline.js';
import { dialCas, step } from './dial.js';
import { FrameChannel } from './frame-channel.js';
import { decodeHealthCheck, encodeOpenDatabase, HEALTH_CHECK_DATABASE } from './messages/open-database.js';
import { decodePingReply, encodePing } from './messages/out-of-band.js';
import type { TlsOptions } from './socket.js';

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

/**
 * Asks whether a worker (CAS) can be had, by opening the dummy database of cas-protocol §1.4. Needs no login and
 * touches no database, but waits for a free worker like any client.
 * @throws ConnectionLostError | BrokerError within `timeoutMs`
 */
export async function checkCas(address: BrokerAddress, tls: TlsOptions, options: PingOptions): Promise<void> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  try {
    const socket = await dialCas(address, tls, deadline.signal);
    const channel = new FrameChannel(socket, () => undefined);
    const giveUp = (): void => channel.destroy(reasonOf(deadline.signal.reason));
    deadline.signal.addEventListener('abort', giveUp, { once: true });
    await step(address, 'health check', async () => {
      const block = encodeOpenDatabase({ database: HEALTH_CHECK_DATABASE, user: '', password: '' });
      decodeHealthCheck((await channel.exchange(block)).body);
    }).finally(() => channel.destroy('the health check is over'));
  } finally {
    deadline.dispose();
  }
}
