import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { formPage, messagePage, PAGE_HEADERS, type LoginPlace } from './login-page-html.js';

const LOOPBACK = '127.0.0.1';
const ID_BYTES = 32;
/** Longest body of the form, in bytes: a character of a password takes up to nine. */
const MAX_BODY_BYTES = 16_384;
const MAX_PASSWORD_CHARS = 1_024;
/** How long a browser may take to send the form, in ms. */
const REQUEST_MS = 30_000;

interface OpenPage {
  readonly place: LoginPlace;
  /** What was typed; undefined when the page ended without. */
  readonly ended: Promise<string | undefined>;
  readonly end: (password?: string) => void;
  readonly timer: NodeJS.Timeout;
  isSent: boolean;
}

/**
 * Pages on loopback in which a person types a password, one page for one call. The server listens only while a page is
 * open. A page takes one password and gives it out once.
 */
@Injectable()
export class LoginPages implements OnApplicationShutdown {
  private readonly pages = new Map<string, OpenPage>();
  private server?: Promise<Server>;

  /** @param ms how long it stays open */
  async open(place: LoginPlace, ms: number): Promise<{ readonly id: string; readonly url: string }> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const { promise: ended, resolve: end } = newPromise<string>();
    const timer = setTimeout(() => this.close(id), ms);
    this.pages.set(id, { place, ended, end, timer, isSent: false });
    try {
      const server = await (this.server ??= this.listen());
      return { id, url: `http://${addressOf(server)}/${id}` };
    } catch (error) {
      this.close(id);
      throw error;
    }
  }

  /** Waits for the password of a page, which ends with it. @returns undefined when there was none in time */
  async typed(id: string, signal: AbortSignal): Promise<string | undefined> {
    const close = (): void => this.close(id);
    if (signal.aborted) close();
    signal.addEventListener('abort', close, { once: true });
    try {
      return await this.pages.get(id)?.ended;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  /** Ends a page: nothing can be typed there any more, and what was typed is forgotten. */
  close(id: string): void {
    const page = this.pages.get(id);
    if (!page) return;
    clearTimeout(page.timer);
    page.end();
    this.pages.delete(id);
    if (this.pages.size === 0) this.stopListening();
  }

  onApplicationShutdown(): void {
    const { server } = this;
    for (const id of [...this.pages.keys()]) this.close(id);
    void server?.then(
      (each) => each.closeAllConnections(),
      () => undefined,
    );
  }

  private async listen(): Promise<Server> {
    const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS });
    server.on('request', (request, response) => {
      this.answer(request, response, addressOf(server)).catch(() => response.destroy());
    });
    server.listen(0, LOOPBACK);
    await once(server, 'listening');
    return server;
  }

  /** Answers that are on their way are still sent. */
  private stopListening(): void {
    const { server } = this;
    delete this.server;
    void server?.then(
      (each) => each.close(),
      () => undefined,
    );
  }

  private async answer(request: IncomingMessage, response: ServerResponse, own: string): Promise<void> {
    const language = request.headers['accept-language'];
    const reply = (status: number, text: string): void =>
      void response.writeHead(status, PAGE_HEADERS).end(text);
    // A name that was made to point here (DNS rebinding) is not this address.
    if (request.headers.host !== own) return reply(403, messagePage('gone', language));
    const id = request.url?.slice(1) ?? '';
    const asked = this.unsent(id);
    if (!asked) return reply(404, messagePage('gone', language));
    if (request.method === 'GET') return reply(200, formPage(asked.place, language));
    if (request.method !== 'POST') return reply(405, messagePage('wrong', language));
    if (request.headers.origin !== `http://${own}`) return reply(403, messagePage('gone', language));
    const password = passwordIn(await bodyOf(request));
    // Another form may have come while this one was read.
    const page = this.unsent(id);
    if (!page) return reply(404, messagePage('gone', language));
    if (password === undefined) return reply(400, messagePage('wrong', language));
    page.isSent = true;
    page.end(password);
    reply(200, messagePage('done', language));
  }

  private unsent(id: string): OpenPage | undefined {
    const page = this.pages.get(id);
    return page?.isSent ? undefined : page;
  }
}

function addressOf(server: Server): string {
  return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

/** @returns undefined for more than a password can take */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function passwordIn(body: string | undefined): string | undefined {
  const [password, ...more] = new URLSearchParams(body ?? '').getAll('password');
  return password !== undefined && more.length === 0 && password.length <= MAX_PASSWORD_CHARS
    ? password
    : undefined;
}

function newPromise<T>() {
  let resolve!: (value?: T) => void;
  const promise = new Promise<T | undefined>((done) => (resolve = done));
  return { promise, resolve };
}
