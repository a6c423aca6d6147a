import type { Socket } from 'node:net';
import { reasonOf } from './broker-failure.js';
import { type Frame, FrameReader } from './framing.js';

/** The channel is gone; `message` says why, in plain words. */
export class ChannelLost extends Error {}

interface Waiting {
  readonly resolve: (frame: Frame) => void;
  readonly reject: (error: ChannelLost) => void;
}

/**
 * One socket to a CAS as a channel of frames: a request out, one reply in. Bytes nobody asked for, a wrong length,
 * or the end of the socket lose the channel for good. The socket is private to the class, so that inspecting what
 * holds a channel never shows bytes that wait to be sent.
 */
export class FrameChannel {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  #waiting: Waiting | undefined;
  #lossReason: string | undefined;
  #hungUp = false;

  /** @param onLost called once, when the channel is lost while it is in use */
  constructor(
    socket: Socket,
    private readonly onLost: () => void,
  ) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(reasonOf(error)));
    socket.on('end', () => this.#end(this.#closeReason()));
    socket.on('close', () => this.#end(this.#closeReason()));
  }

  /** The other side ended the connection between two replies, which is not the same as silence or nonsense. */
  get hungUp(): boolean {
    return this.#hungUp;
  }

  /** Why the channel is lost; undefined while it works. */
  get lossReason(): string | undefined {
    return this.#lossReason;
  }

  /**
   * Sends bytes and waits for one reply frame. Never called while another reply is awaited.
   * @param onWritten called when the bytes have left the process
   * @throws ChannelLost
   */
  exchange(bytes: Buffer, onWritten?: () => void): Promise<Frame> {
    return new Promise((resolve, reject) => {
      if (this.#lossReason !== undefined) return reject(new ChannelLost(this.#lossReason));
      this.#waiting = { resolve, reject };
      this.#socket.write(bytes, onWritten);
    });
  }

  /**
   * Gives the channel up.
   * @param before awaited before the socket is dropped: a cancel message must come first (engine-behaviour §5.4)
   */
  lose(reason: string, before?: Promise<unknown>): void {
    if (this.#lossReason !== undefined) return;
    this.#lossReason = reason;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (before === undefined) this.#socket.destroy();
    else void before.then(() => this.#socket.destroy());
    this.onLost();
    waiting?.reject(new ChannelLost(reason));
  }

  /** Ends the socket, waits for the other side to do the same, drops it after `timeoutMs`. */
  async end(timeoutMs: number): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.lose('the connection was closed', closed);
    this.#socket.end();
    const timer = setTimeout(() => this.#socket.destroy(), timeoutMs);
    await closed;
    clearTimeout(timer);
  }

  /** Drops the socket at once, also when `lose` still waits for something. */
  destroy(reason: string): void {
    this.lose(reason);
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    let frames: Frame[];
    try {
      frames = this.#reader.push(chunk);
    } catch (error) {
      return this.lose(reasonOf(error));
    }
    const [frame] = frames;
    if (frame === undefined && this.#waiting !== undefined) return;
    if (frame === undefined || this.#waiting === undefined) {
      return this.lose('the broker sent bytes that nobody asked for');
    }
    if (frames.length > 1 || this.#reader.pendingBytes > 0) {
      return this.lose('the broker sent more bytes than its reply has');
    }
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(frame);
  }

  #end(reason: string): void {
    if (this.#lossReason === undefined) this.#hungUp = this.#reader.pendingBytes === 0;
    this.lose(reason);
  }

  #closeReason(): string {
    if (this.#reader.pendingBytes > 0) return 'the broker closed the connection in the middle of a reply';
    return this.#waiting === undefined
      ? 'the broker closed the idle connection'
      : 'the broker closed the connection without an answer';
  }
}
