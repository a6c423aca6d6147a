import { setTimeout as sleep } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { exactText } from '../documents/exact-integer.js';
import { ArangoEngineError, type RequestStoppedError } from './arango-errors.js';
import { stopOf } from './arango-failure.js';
import type { ArangoHttp, HttpReply } from './arango-http.js';
import { askInTurn } from './ask-in-turn.js';
import { readJson } from './read-reply.js';

export interface ArangoRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the database, such as `_api/cursor`; names in it are encoded (`pathOf`). */
  readonly path: string;
  readonly search?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of `body`: lines of JSON, sent as they are. */
  readonly text?: string;
  /** Id of the stream transaction the request belongs to. */
  readonly transaction?: string;
}

/** Longest wait that a server may ask for (`Retry-After`), in ms; a longer one is only told. */
const MAX_WAIT_MS = 30_000;

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
  /** Ends what was left behind. */
  private readonly ended = new AbortController();

  constructor(
    readonly database: string,
    private readonly http: ArangoHttp,
    private readonly options: {
      /** Addresses in the order of asking, without credentials. */
      readonly addresses: readonly string[];
      /** Value of the header. */
      readonly authorization: string;
      /** Ends the call. */
      readonly signal: AbortSignal;
      /** Told which address answered. */
      readonly onAnswer: (address: string) => void;
    },
  ) {}

  /** What stopped the call, or undefined while it may go on. */
  get stopped(): RequestStoppedError | undefined {
    const { signal } = this.options;
    return signal.aborted ? stopOf(signal, false) : undefined;
  }

  /**
   * @param shape of the reply; anything else is an error
   * @throws ArangoEngineError, ArangoConnectionError, RequestStoppedError
   */
  request<T>(request: ArangoRequest, shape: ZodType<T>): Promise<T> {
    return this.read(request, (reply) => readJson(reply, shape));
  }

  /**
   * A request whose reply is read piece by piece.
   * @throws ArangoEngineError, ArangoConnectionError, RequestStoppedError, and whatever `reader` throws
   */
  read<T>(request: ArangoRequest, reader: (reply: HttpReply) => Promise<T>): Promise<T> {
    const { addresses, signal } = this.options;
    const { answered } = this;
    const order =
      answered === undefined ? addresses : [answered, ...addresses.filter((address) => address !== answered)];
    return this.perform(request, order, signal, reader);
  }

  /** A request that may be sent although the call was stopped, such as one that stops a query. @param limitMs ms */
  afterStop<T>(request: ArangoRequest, shape: ZodType<T>, limitMs: number): Promise<T> {
    const { addresses } = this.options;
    const order = this.answered === undefined ? addresses : [this.answered];
    return this.perform(request, order, AbortSignal.timeout(limitMs), (reply) => readJson(reply, shape));
  }

  /** Ends what still runs. */
  close(): void {
    this.ended.abort();
  }

  private async perform<T>(
    request: ArangoRequest,
    addresses: readonly string[],
    signal: AbortSignal,
    reader: (reply: HttpReply) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw stopOf(signal, false);
    const either = AbortSignal.any([signal, this.ended.signal]);
    try {
      const reply = await this.answer(request, addresses, either);
      this.answered = reply.address;
      this.options.onAnswer(reply.address);
      return await reader(reply);
    } catch (error) {
      if (signal.aborted && !(error instanceof ArangoEngineError)) throw stopOf(signal, true);
      throw error;
    }
  }

  /** A server that refuses for now and says for how long is asked once more after that. */
  private async answer(
    request: ArangoRequest,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const ask = (): Promise<HttpReply> =>
      askInTurn(addresses, (address) => this.http.send(this.httpRequest(request, address), address, signal));
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ArangoEngineError) || !error.refusedAtTheDoor) throw error;
      const waitMs = (error.retryAfterS ?? Infinity) * 1_000;
      if (waitMs > MAX_WAIT_MS) throw error;
      // A call whose time runs out meanwhile is told what the server said.
      const waited = await sleep(waitMs, true, { signal }).catch(() => false);
      if (!waited) throw error;
      return ask();
    }
  }

  private httpRequest(
    { method, path, search, headers, body, text, transaction }: ArangoRequest,
    address: string,
  ) {
    const url = new URL(
      `_db/${encodeURIComponent(this.database.normalize('NFC'))}/${path}`,
      withSlash(address),
    );
    for (const [name, value] of Object.entries(search ?? {})) url.searchParams.append(name, String(value));
    return {
      method,
      url,
      headers: {
        ...headers,
        authorization: this.options.authorization,
        ...(transaction !== undefined && { 'x-arango-trx-id': transaction }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: exactText(body) }),
      ...(text !== undefined && { body: text }),
    };
  }
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
