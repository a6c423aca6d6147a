import type { Socket } from 'node:net';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { step } from './dial.js';
import { HANDSHAKE_REPLY_BYTES } from './messages/handshake.js';
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
