import type { BrokerAddress } from './broker-address.js';
import { step } from './dial.js';
import { HANDSHAKE_REPLY_BYTES } from './messages/handshake.js';
import { dialTcp, readExactly } from './socket.js';

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Asked right before the message is sent; false drops it and the connection. */
  readonly stillWanted?: () => boolean;
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
  { signal, stillWanted = () => true }: AskOptions,
): Promise<Buffer | undefined> {
  const socket = await step(address, name, () => dialTcp(address, signal));
  try {
    if (!stillWanted()) return undefined;
    socket.write(message);
    return await step(address, name, () => readExactly(socket, HANDSHAKE_REPLY_BYTES, signal));
  } finally {
    socket.destroy();
  }
}
