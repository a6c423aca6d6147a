import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { BrokerAddress } from '../../../address/broker-address.js';

/** `off`: plain. `on`: encrypted, any certificate. `verify`: the certificate must be trusted and fit the host name. */
export type TlsMode = 'off' | 'on' | 'verify';

export interface TlsOptions {
  readonly mode: TlsMode;
  /** Contents (PEM) of the file with the trusted certificates; the system's own when absent. */
  readonly ca?: string;
}

/** Something to do when the peer has closed where an answer was due. */
class ClosedByPeer extends Error {
  constructor() {
    super('the broker closed the connection without an answer');
    this.name = 'ClosedByPeer';
  }
}

/**
 * Opens a TCP connection. The socket has a permanent error listener, so a late error never ends the process.
 * @throws the system's error, or the signal's reason
 */
export function dialTcp({ host, port }: BrokerAddress, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host, port, noDelay: true, keepAlive: true });
  return untilEvent(socket, 'connect', signal);
}

/**
 * Starts TLS on a connection on which the broker has just answered the handshake (cas-protocol §8).
 * @throws the TLS stack's error, or the signal's reason
 */
export function startTls(plain: Socket, host: string, tls: TlsOptions, signal: AbortSignal): Promise<Socket> {
  const socket = connectTls({
    socket: plain,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls.ca !== undefined && { ca: tls.ca }),
    rejectUnauthorized: tls.mode === 'verify',
    minVersion: 'TLSv1.2',
  });
  return untilEvent(socket, 'secureConnect', signal);
}

function untilEvent(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const stop = (error?: unknown): void => {
      socket.off(event, onReady).off('error', stop).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve(socket);
      socket.destroy();
      reject(error as Error);
    };
    const onReady = (): void => stop();
    const onClose = (): void => stop(new ClosedByPeer());
    const onAbort = (): void => stop(signal.reason);
    socket.once(event, onReady).once('error', stop).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/**
 * Reads exactly `count` bytes and leaves what follows in the socket: behind the broker's 4-byte answer the bytes
 * may belong to TLS (cas-protocol §14.1, 3). The socket is destroyed when this fails.
 * @throws ClosedByPeer, the system's error, or the signal's reason
 */
export function readExactly(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = (error: unknown, bytes?: Buffer): void => {
      socket.off('readable', onReadable).off('error', stop).off('end', onEnd).off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
      if (bytes !== undefined) return resolve(bytes);
      socket.destroy();
      reject(error as Error);
    };
    const onReadable = (): void => {
      const bytes = socket.read(count) as Buffer | null;
      if (bytes !== null && bytes.length === count) stop(undefined, bytes);
    };
    const onEnd = (): void => stop(new ClosedByPeer());
    const onAbort = (): void => stop(signal.reason);
    socket.on('readable', onReadable).once('error', stop).once('end', onEnd).once('close', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else onReadable();
  });
}
