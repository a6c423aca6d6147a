import type { Socket } from 'node:net';

/** Something that goes wrong with one answer of the replay broker. Without a fault the answer leaves in one piece. */
export type Fault =
  /** Drops the socket: at `accept` before a byte was read, elsewhere in place of the answer. */
  | { readonly kind: 'reset' }
  /** Never answers; the socket stays open. */
  | { readonly kind: 'hang' }
  /** Sends the first `bytes` bytes of the answer, then closes. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends the answer in pieces of `size` bytes, each written when the one before has left. */
  | { readonly kind: 'split'; readonly size: number }
  /** Holds the answer back until the promise settles. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Flips all bits of one byte of the answer. */
  | { readonly kind: 'corrupt'; readonly byte: number }
  /** Sends these bytes in place of the answer (a refusal, a length of 2 GB, an error frame, noise). */
  | { readonly kind: 'replace'; readonly bytes: Uint8Array; readonly thenClose?: boolean }
  /** Sends the first `bytes` bytes of the answer, then nothing; the socket stays open. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Sends one byte of the answer at once and one every `intervalMs`. */
  | { readonly kind: 'drip'; readonly intervalMs: number };

/** The socket is dropped with RST rather than FIN, so that a client cannot mistake it for a goodbye. */
export function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** Writes an answer to the socket as the fault says; resolves when the bytes are out or will never be. */
export async function sendWithFault(
  socket: Socket,
  answer: Uint8Array,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return write(socket, answer);
    case 'reset':
      return reset(socket);
    case 'hang':
      return;
    case 'cut':
      await write(socket, answer.subarray(0, fault.bytes));
      socket.end();
      return;
    case 'stall':
      return write(socket, answer.subarray(0, fault.bytes));
    case 'split':
      for (let at = 0; at < answer.length; at += fault.size) {
        await write(socket, answer.subarray(at, at + fault.size));
        await new Promise((resolve) => setImmediate(resolve));
      }
      return;
    case 'hold':
      await fault.until;
      return write(socket, answer);
    case 'corrupt': {
      const bytes = Buffer.from(answer);
      bytes[fault.byte] = 0xff ^ (bytes[fault.byte] ?? 0);
      return write(socket, bytes);
    }
    case 'replace':
      await write(socket, fault.bytes);
      if (fault.thenClose === true) socket.end();
      return;
    case 'drip':
      return drip(socket, answer, fault.intervalMs);
  }
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || !socket.writable || bytes.length === 0) resolve();
    else socket.write(bytes, () => resolve());
  });
}

function drip(socket: Socket, answer: Uint8Array, intervalMs: number): Promise<void> {
  return new Promise((resolve) => {
    let at = 0;
    const next = (): void => {
      if (at < answer.length && !socket.destroyed) socket.write(answer.subarray(at, ++at));
      else done();
    };
    const timer = setInterval(next, intervalMs);
    const done = (): void => {
      clearInterval(timer);
      resolve();
    };
    socket.once('close', done);
    next();
  });
}
