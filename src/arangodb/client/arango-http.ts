import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent } from 'undici';
import { ArangoConnectionError } from './arango-errors.js';
import { connectionFailure, engineAnswerOf, engineFailure, httpFailure } from './arango-failure.js';
import { readText } from './read-reply.js';
import { wasNotReached } from './was-not-reached.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The head of a reply of success, and its body still to be read. */
export interface HttpReply {
  /** Which server answered. */
  readonly address: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Unpacked piece by piece as it is read; whoever stops reading stops the request. */
  readonly body: Readable;
}

const UNPACKERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Speaks HTTP with the servers; keeps their connections open for a few seconds between requests. */
export class ArangoHttp {
  constructor(private readonly agent: Agent) {}

  /**
   * Redirects are not followed: they could carry data to another server.
   * @param address names the server in errors
   * @throws ArangoEngineError, ArangoConnectionError
   */
  async send(request: HttpRequest, address: string, signal: AbortSignal): Promise<HttpReply> {
    const { url, method, headers, body } = request;
    let raw;
    try {
      raw = await this.agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        ...(body !== undefined && { body }),
        signal,
      });
    } catch (cause) {
      const stage = wasNotReached(cause) ? 'connecting' : 'waiting for the reply';
      throw connectionFailure(cause, address, stage);
    }
    const { statusCode: status } = raw;
    const head = (name: string): string | undefined => {
      const value = raw.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const contentType = head('content-type');
    const reply = { address, status, contentType, body: unpacked(raw.body, head('content-encoding')) };
    if (status >= 200 && status < 300) return reply;
    throw await failureOf(reply, retryAfterOf(head('retry-after')));
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** A compressed reply was not asked for, but what stands between may send one. */
function unpacked(body: Readable, encoding = 'identity'): Readable {
  // Whoever reads is told; without a reader there is nobody to tell.
  body.on('error', () => undefined);
  const unpacker = UNPACKERS[encoding.toLowerCase()];
  if (!unpacker) return body;
  const stream = unpacker();
  pipeline(body, stream, () => undefined);
  return stream;
}

async function failureOf(reply: HttpReply, retryAfterS: number | undefined): Promise<Error> {
  const { status, address } = reply;
  if (status < 400) {
    reply.body.destroy();
    return httpFailure(status, address);
  }
  try {
    const answer = engineAnswerOf(JSON.parse(await readText(reply)), status, retryAfterS);
    if (answer) return engineFailure(answer);
  } catch (error) {
    // A body that is no JSON is a page of something else; one that breaks off is told as such.
    if (error instanceof ArangoConnectionError) return error;
  }
  return httpFailure(status, address, retryAfterS);
}

/** Seconds; the header may hold a date instead. */
function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
