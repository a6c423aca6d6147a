import type { Database } from 'arangojs';
import { parseExactly } from '../reply/exact-json.js';
import { CallStoppedError } from './arango-errors.js';
import { foreignAnswer } from './arango-failure.js';
import { askInTurn } from './ask-in-turn.js';

export interface ArangoRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the database, such as `_api/cursor`; names in it are encoded (`pathOf`). */
  readonly path: string;
  readonly search?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Id of the stream transaction the request belongs to. */
  readonly transaction?: string;
}

/** Encodes names into a path. Names are checked before (`inputs.ts`): an URL would resolve `..` even when encoded. */
export function pathOf(...segments: readonly string[]): string {
  return ['_api', ...segments.map((segment) => encodeURIComponent(segment))].join('/');
}

/**
 * The connection of one call to one database. Every request ends when the call is stopped; what has to be said to the
 * server after that goes through `afterStop`.
 */
export class ArangoSession {
  /** The coordinator that answered last; a running query is known to that one only. */
  private answered?: string;

  constructor(
    private readonly driver: Database,
    private readonly options: {
      /** Addresses in the order of asking, without credentials. */
      readonly addresses: readonly string[];
      /** Value of the header. */
      readonly authorization: string;
      /** Ends the call. */
      readonly signal: AbortSignal;
    },
  ) {}

  get database(): string {
    return this.driver.name;
  }

  /** What stopped the call, or undefined while it may go on. */
  get stopped(): CallStoppedError | undefined {
    const { signal } = this.options;
    return signal.aborted ? stopOf(signal.reason) : undefined;
  }

  /**
   * @returns the parsed reply; the shape is the caller's claim
   * @throws ArangoEngineError, ArangoConnectionError, CallStoppedError
   */
  request<T>(request: ArangoRequest): Promise<T> {
    const { addresses, signal } = this.options;
    const { answered } = this;
    const order =
      answered === undefined ? addresses : [answered, ...addresses.filter((address) => address !== answered)];
    return this.within<T>(this.send(request, order), signal);
  }

  /** A request that may be sent although the call was stopped, such as one that stops a query. @param limitMs ms */
  afterStop<T>(request: ArangoRequest, limitMs: number): Promise<T> {
    const { addresses } = this.options;
    const order = this.answered === undefined ? addresses : [this.answered];
    return this.within<T>(this.send(request, order), AbortSignal.timeout(limitMs));
  }

  /** Ends what still runs. */
  close(): void {
    this.driver.close();
  }

  private send(request: ArangoRequest, addresses: readonly string[]): Promise<unknown> {
    return askInTurn(addresses, async (address) => {
      const response = await this.sendTo(address, request);
      this.answered = address;
      const reply: unknown = response.parsedBody;
      const text = reply instanceof Blob ? await reply.text() : '';
      return this.parsed(text, response.headers.get('content-type'), address);
    });
  }

  private sendTo(address: string, request: ArangoRequest) {
    const { method, path, search, headers, body, transaction } = request;
    return this.driver.route(path).request({
      method,
      ...(search && { search: Object.fromEntries(Object.entries(search).map(([k, v]) => [k, String(v)])) }),
      ...(body !== undefined && { body }),
      headers: {
        ...headers,
        authorization: this.options.authorization,
        ...(transaction !== undefined && { 'x-arango-trx-id': transaction }),
      },
      // A redirect could carry data to another server. (arangojs 10.4 ignores this in its own configuration.)
      fetchOptions: { redirect: 'manual' },
      // Text, because the driver's own JSON.parse would change long integers.
      expectBinary: true,
      // Named, so that the driver does not go on to another one by itself and keep only the last reason.
      hostUrl: driverUrl(address),
    });
  }

  private parsed(text: string, contentType: string | null, address: string): unknown {
    let reply: unknown;
    try {
      reply = parseExactly(text);
    } catch {
      throw foreignAnswer(address, contentType);
    }
    if (typeof reply !== 'object' || reply === null) throw foreignAnswer(address, contentType);
    return reply;
  }

  /** The driver takes no signal for one request; `close` ends what is left behind here. */
  private within<T>(sent: Promise<unknown>, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => reject(stopOf(signal.reason));
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
      sent
        .then((reply) => resolve(reply as T), reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }
}

/** How arangojs writes an address; it knows its hosts by this text. */
export function driverUrl(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}

function stopOf(reason: unknown): CallStoppedError {
  if (reason instanceof CallStoppedError) return reason;
  if (typeof reason === 'string') return new CallStoppedError('cancelled', reason);
  const timeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return timeout
    ? new CallStoppedError('timeout', 'the time limit ran out')
    : new CallStoppedError('cancelled', 'the call was cancelled');
}
