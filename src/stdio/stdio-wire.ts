import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { readLine, unread, type IncomingLine, type LineRefusal } from './incoming-line.js';
import { LineReader } from './line-reader.js';

/** Longest line that is read, in bytes: as much as the SDK reads. */
const MAX_LINE_BYTES = 10_485_760;

/** Stays open for as long as the client listens, so that nobody waits for its answer. */
const LISTENING = 'subscriptions/listen';

/**
 * One client on two streams, a JSON-RPC message a line. The SDK's own transport drops what it cannot read and leaves
 * requests unanswered when its input ends; this one answers every request, logs what it drops, and stays open behind
 * the end of its input until `close`, so that the answers can still be written.
 */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when no more input comes: it ended, or its reader is gone. */
  readonly inputEnded: Promise<void>;

  private readonly open = new Set<RequestId>();
  private idle: (() => void)[] = [];
  private lastWrite: Promise<void> = Promise.resolve();
  private noteInputEnd!: () => void;
  private broken = false;
  private closed = false;

  private readonly lines = new LineReader(
    MAX_LINE_BYTES,
    (line) => this.take(readLine(line)),
    (why) => this.take(unread(why, MAX_LINE_BYTES)),
  );
  private readonly onData = (chunk: Buffer): void => this.lines.push(chunk);
  private readonly onEnd = (): void => {
    this.lines.end();
    this.noteInputEnd();
  };

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {
    this.inputEnded = new Promise((resolve) => (this.noteInputEnd = resolve));
  }

  /** Requests that were not answered yet. */
  get openRequests(): number {
    return this.open.size;
  }

  start(): Promise<void> {
    this.input.on('data', this.onData);
    this.input.on('error', (error) => this.onerror?.(error));
    this.input.once('end', this.onEnd);
    this.input.once('close', this.onEnd);
    if (this.input.readableEnded || this.input.destroyed) this.onEnd();
    // Nobody reads any more: what runs has nobody to answer to.
    this.output.on('error', (error) => {
      if (this.broken) return;
      this.broken = true;
      this.onerror?.(error);
      this.wakeIdle();
      this.noteInputEnd();
    });
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.write(message);
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.settle(message.id);
    }
  }

  close(): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.closed = true;
    this.input.off('data', this.onData);
    this.input.pause();
    this.onclose?.();
    return this.lastWrite;
  }

  /** Waits until every request was answered and the answers were handed on. @returns false when the time was over first */
  async answered(withinMs: number): Promise<boolean> {
    if (this.open.size > 0 && !this.broken) {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => this.idle.push(resolve)),
        new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs))),
      ]);
      clearTimeout(timer);
    }
    await this.lastWrite;
    return this.open.size === 0;
  }

  private take(incoming: IncomingLine | undefined): void {
    if (incoming === undefined || this.closed) return;
    if (incoming.kind === 'refused') {
      this.onerror?.(new Error(`A line of stdin was refused. ${incoming.because}`));
      for (const reply of incoming.replies) this.write(reply).catch((error: Error) => this.onerror?.(error));
      return;
    }
    const { message } = incoming;
    if (isJSONRPCRequest(message) && message.method !== LISTENING) this.open.add(message.id);
    // The SDK gives no answer to a request that its client cancelled.
    else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.settle(message.params?.requestId as RequestId | undefined);
    }
    this.onmessage?.(message);
  }

  private settle(id: RequestId | undefined): void {
    if (id !== undefined && this.open.delete(id) && this.open.size === 0) this.wakeIdle();
  }

  private wakeIdle(): void {
    this.idle.splice(0).forEach((wake) => wake());
  }

  private write(message: JSONRPCMessage | LineRefusal): Promise<void> {
    if (this.broken || this.closed) return Promise.reject(new Error('stdout is closed'));
    const written = new Promise<void>((resolve, reject) => {
      this.output.write(`${lineText(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
    this.lastWrite = written.catch(() => undefined);
    return written;
  }
}

/** Escapes the characters of Unicode that some readers end a line at; in JSON they may only stand in a string. */
function lineText(message: object): string {
  return JSON.stringify(message)
    .replaceAll('\u0085', '\\u0085')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
