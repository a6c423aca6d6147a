import type { Socket } from 'node:net';
import type { BrokerAddress } from '../../../address/broker-address.js';
import { describeFailure } from './broker-failure.js';
import { decodeHandshakeReply, encodeHandshake, HANDSHAKE_REPLY_BYTES } from './messages/handshake.js';
import { dialTcp, readExactly, startTls, type TlsOptions } from './socket.js';

/**
 * Connects to a broker up to the point where a CAS waits for the open-database block: TCP, handshake, the second
 * port of a Windows broker, TLS (cas-protocol §1, §8).
 * @throws ConnectionLostError refused, silent or closed; BrokerError turned away by the broker, or cancelled
 */
export async function dialCas(address: BrokerAddress, tls: TlsOptions, signal: AbortSignal): Promise<Socket> {
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

/** Runs one step and gives its failure a place. */
export async function step<T>(address: BrokerAddress, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw describeFailure({ address, step: name }, error);
  }
}
