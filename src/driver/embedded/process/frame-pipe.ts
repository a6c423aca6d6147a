import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const HEADER_BYTES = 4;

/**
 * Messages over a byte stream: the length in four bytes (little endian), then the value in V8's own form of structured
 * clones, which keeps BIGINT, binary data, NaN and nested lists exact. Both ends are the same Node.js.
 */
export class FramePipe {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Bytes of the frame that is coming in, header included; undefined while the header is not complete. */
  #wanted: number | undefined;

  /** @param onMessage gets each message in order; what it throws ends the stream */
  constructor(
    private readonly stream: Duplex,
    private readonly onMessage: (message: unknown) => void,
  ) {
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** Sends a message. A stream that is gone swallows it: its end is told by the stream's own events. */
  send(message: unknown): void {
    this.sendEncoded(encode(message));
  }

  sendEncoded(body: Buffer): void {
    if (this.stream.destroyed || this.stream.writableEnded) return;
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    header.writeUInt32LE(body.length);
    this.stream.cork();
    this.stream.write(header);
    this.stream.write(body);
    this.stream.uncork();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (;;) {
      this.#wanted ??= this.#header();
      if (this.#wanted === undefined || this.#bytes < this.#wanted) return;
      const all = this.#joined();
      const frame = all.subarray(HEADER_BYTES, this.#wanted);
      this.#keep(all.subarray(this.#wanted));
      this.#wanted = undefined;
      this.onMessage(deserialize(frame));
    }
  }

  #header(): number | undefined {
    if (this.#bytes < HEADER_BYTES) return undefined;
    const all = this.#joined();
    this.#keep(all);
    return HEADER_BYTES + all.readUInt32LE();
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
  }
}

export function encode(message: unknown): Buffer {
  return serialize(message);
}
