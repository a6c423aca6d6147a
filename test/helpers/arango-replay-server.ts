import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from './arango-exchanges.js';
import { TEST_TLS } from './test-tls.js';

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly database: string;
  /** Below the database, with its query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Without the comment in front of a query. */
  readonly body: unknown;
  /** The query with the comment. */
  readonly markedQuery?: string;
}

export type Fault = (request: SeenRequest, response: ServerResponse) => void;

/** The comment that this server puts in front of its queries to find them again. */
const MARKER = /^\/\* [0-9a-f-]{36} \*\/\n/;

/**
 * Answers as a 3.12 server answered. A request must match an exchange in method, path and body (and in the headers
 * that the exchange names); what matches none is kept in `unexpected` and answered with a status no client expects.
 */
export class ArangoReplayServer {
  readonly requests: SeenRequest[] = [];
  readonly unexpected: SeenRequest[] = [];
  /** Runs before each answer. */
  beforeAnswer: (request: SeenRequest) => Promise<void> = async () => undefined;
  private exchanges: readonly Exchange[] = [];
  private faults = new Map<string, Fault>();
  private waiting: { readonly start: string; readonly wake: () => void }[] = [];
  private readonly server: Server;
  private readonly scheme: string;

  private constructor(tls: boolean) {
    const listener = (request: IncomingMessage, response: ServerResponse): void =>
      void this.handle(request, response);
    this.scheme = tls ? 'https' : 'http';
    this.server = tls ? createTlsServer(TEST_TLS, listener) : createServer(listener);
  }

  static async start({ tls = false } = {}): Promise<ArangoReplayServer> {
    const replay = new ArangoReplayServer(tls);
    await new Promise<void>((resolve) => replay.server.listen(0, '127.0.0.1', resolve));
    return replay;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets everything and answers these from now on. */
  load(...exchanges: readonly (Exchange | readonly Exchange[])[]): void {
    this.exchanges = exchanges.flat();
    this.requests.length = 0;
    this.unexpected.length = 0;
    this.faults = new Map();
    this.beforeAnswer = async () => undefined;
  }

  /** Does something else for requests whose method and path start with this, such as `POST /_api/cursor`. */
  fail(start: string, fault: Fault): void {
    this.faults.set(start, fault);
  }

  /** Method and path of every request, in order. */
  get log(): readonly string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** Resolves when a request comes whose method and path start with this. */
  seen(start: string): Promise<void> {
    return new Promise((wake) => this.waiting.push({ start, wake }));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    this.requests.push(request);
    const line = `${request.method} ${request.path}`;
    for (const { start, wake } of this.waiting) if (line.startsWith(start)) wake();
    await this.beforeAnswer(request);
    const fault = [...this.faults].find(([start]) => line.startsWith(start))?.[1];
    if (fault) return fault(request, response);
    const exchange = this.exchanges.find((each) => matches(each, request));
    if (!exchange) {
      this.unexpected.push(request);
      response.writeHead(599, { 'content-type': 'text/plain' }).end(`not recorded: ${line}`);
      return;
    }
    const { status, headers, body } = exchange.response;
    response.writeHead(status, { ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [, database = '', path = ''] = /^\/_db\/([^/]+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
  return {
    method: incoming.method ?? '',
    database: decodeURIComponent(database),
    path,
    headers: incoming.headers as Record<string, string | undefined>,
    ...bodyOf(parsed(text)),
  };
}

/** Lines of JSON stay text. */
function parsed(text: string): unknown {
  if (text === '') return undefined;
  return /\}\n./.test(text) || text.endsWith('}\n') ? text : JSON.parse(text);
}

function bodyOf(body: unknown): Pick<SeenRequest, 'body' | 'markedQuery'> {
  if (typeof body !== 'object' || body === null || !('query' in body)) return { body };
  const markedQuery = String(body.query);
  return { body: { ...body, query: markedQuery.replace(MARKER, '') }, markedQuery };
}

function matches({ request }: Exchange, seen: SeenRequest): boolean {
  return (
    request.method === seen.method &&
    request.path === seen.path &&
    isDeepStrictEqual(request.body, seen.body) &&
    Object.entries(request.headers ?? {}).every(([name, value]) => seen.headers[name] === value)
  );
}

/** Answers in JSON, whatever was asked. @param body as text, or what becomes JSON */
export function answer(status: number, body: object | string): Fault {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Faults by name. */
export const FAULTS = {
  /** Never answers. */
  hang: () => undefined,
  /** Sends a head and the first bytes, then nothing more. */
  stall: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"error": false,');
  },
  reset: (_request, response) => void response.socket?.resetAndDestroy(),
  html: (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Hello</body></html>'),
  unavailable: (_request, response) =>
    void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>'),
  unauthorized: (_request, response) =>
    void response.writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' }).end(),
  redirect: (_request, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end(),
} satisfies Record<string, Fault>;
