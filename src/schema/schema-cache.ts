import { LRUCache } from 'lru-cache';
import type { CatalogRequest } from '../driver/dialect.js';
import { SCHEMA_DETAILS, type SchemaDetail, type SchemaModel } from '../driver/model/schema-model.js';
import { reduceDetail, searchObjects } from '../driver/model/select-objects.js';

/** Whose view of which database; the password is no part of it, so a copy is handed out only after a login. */
export interface SchemaCacheLogin {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

export interface SchemaCacheSettings {
  /** How long a copy is kept, in ms; 0 keeps nothing. */
  readonly ttlMs: number;
  /** Most copies; 200 when not given. */
  readonly maxEntries?: number;
  /** Most memory, counted as the length of the JSON in bytes; 64 MiB when not given. */
  readonly maxBytes?: number;
}

export interface SchemaCacheStats {
  readonly entries: number;
  readonly bytes: number;
  /** Requests answered from a copy or by somebody else's read under way. */
  readonly hits: number;
  readonly misses: number;
  /** Age of the newest copy for the login, in ms; absent when there is none. */
  readonly ageMs?: number;
}

export interface CachedSchema {
  readonly model: SchemaModel;
  /** 0 for what was just read. */
  readonly ageMs: number;
  readonly hit: boolean;
}

export interface SchemaCacheOptions {
  /** Read again even when there is a copy or a read under way, and keep the new one. */
  readonly refresh?: boolean;
  /** Ends the wait for somebody else's read; a read of one's own ends with its connection. */
  readonly signal?: AbortSignal;
}

interface Entry {
  readonly model: SchemaModel;
  readonly storedAt: number;
}

const DEFAULT_ENTRIES = 200;
const DEFAULT_BYTES = 64 * 1024 * 1024;

/**
 * Copies of schemas by broker, database, user and what was asked. `get` may be called only once this call's own
 * login has succeeded: it does not check rights. A failed or cancelled read is never kept, and callers that waited
 * for it read for themselves, each on its own connection.
 */
export class SchemaCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #reading = new Map<string, Promise<SchemaModel>>();
  #hits = 0;
  #misses = 0;

  constructor(settings: SchemaCacheSettings) {
    if (settings.ttlMs <= 0) return;
    this.#entries = new LRUCache({
      max: settings.maxEntries ?? DEFAULT_ENTRIES,
      maxSize: settings.maxBytes ?? DEFAULT_BYTES,
      ttl: settings.ttlMs,
      perf: { now: () => performance.now() },
      sizeCalculation: ({ model }) => Buffer.byteLength(JSON.stringify(model)),
    });
  }

  /** The copy, or what `read` gives; one read serves all callers that ask for the same at the same time. */
  async get(
    login: SchemaCacheLogin,
    request: CatalogRequest,
    read: () => Promise<SchemaModel>,
    options: SchemaCacheOptions = {},
  ): Promise<CachedSchema> {
    const key = requestKey(login, request);
    const kept = options.refresh ? undefined : this.#find(login, request, key);
    if (kept) {
      this.#hits += 1;
      return { model: kept.model, ageMs: Math.round(performance.now() - kept.storedAt), hit: true };
    }
    // A read that began before a refresh was asked for may show an older state.
    const underWay = options.refresh ? undefined : this.#reading.get(key);
    if (underWay && this.#entries) {
      const shared = await settled(underWay, options.signal);
      if (shared) {
        this.#hits += 1;
        return { model: shared, ageMs: 0, hit: true };
      }
    }
    this.#misses += 1;
    return { model: await this.#read(key, read), ageMs: 0, hit: false };
  }

  /**
   * Forgets a database for all users, after a change of its definitions was committed.
   * @returns number of copies dropped
   */
  drop(broker: { readonly host: string; readonly port: number }, database: string): number {
    const prefix = databaseKey({ ...broker, database });
    for (const key of this.#reading.keys()) if (key.startsWith(prefix)) this.#reading.delete(key);
    const keys = [...(this.#entries?.keys() ?? [])].filter((key) => key.startsWith(prefix));
    for (const key of keys) this.#entries?.delete(key);
    return keys.length;
  }

  /** @param login adds the age of this login's newest copy */
  stats(login?: SchemaCacheLogin): SchemaCacheStats {
    this.#entries?.purgeStale();
    const prefix = login === undefined ? undefined : loginKey(login);
    const stored = [...(this.#entries?.entries() ?? [])]
      .filter(([key]) => prefix !== undefined && key.startsWith(prefix))
      .map(([, entry]) => entry.storedAt);
    return {
      entries: this.#entries?.size ?? 0,
      bytes: this.#entries?.calculatedSize ?? 0,
      hits: this.#hits,
      misses: this.#misses,
      ...(stored.length === 0 ? {} : { ageMs: Math.round(performance.now() - Math.max(...stored)) }),
    };
  }

  async #read(key: string, read: () => Promise<SchemaModel>): Promise<SchemaModel> {
    const reading = read();
    this.#reading.set(key, reading);
    try {
      const model = await reading;
      // Not after a drop or a later refresh. An incomplete model says what one call could not wait for; the next call
      // should try again.
      if (this.#reading.get(key) === reading && model.complete) {
        this.#entries?.set(key, { model, storedAt: performance.now() });
      }
      return model;
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    }
  }

  /** The copy of the very request, or a copy of the whole database that holds what is asked. */
  #find(login: SchemaCacheLogin, request: CatalogRequest, key: string): Entry | undefined {
    const exact = this.#entries?.get(key);
    if (exact || request.object !== undefined) return exact;
    const { search } = request;
    const least: SchemaDetail =
      search !== undefined && request.detail === 'names' ? 'summary' : request.detail;
    for (const detail of SCHEMA_DETAILS.slice(SCHEMA_DETAILS.indexOf(least))) {
      const whole = this.#entries?.get(requestKey(login, { detail }));
      if (!whole) continue;
      const model = search === undefined ? whole.model : foundIn(whole.model, search);
      return { ...whole, model: reduceDetail(model, request.detail) };
    }
    return undefined;
  }
}

function foundIn(model: SchemaModel, search: string): SchemaModel {
  return { ...model, objects: searchObjects(model.objects, search), serials: [], synonyms: [], servers: [] };
}

/** The model somebody else reads; undefined when that read fails. Rejects when the own signal ends the wait. */
function settled(
  reading: Promise<SchemaModel>,
  signal: AbortSignal | undefined,
): Promise<SchemaModel | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    const finish = (model: SchemaModel | undefined): void => {
      signal?.removeEventListener('abort', stop);
      resolve(model);
    };
    reading.then(finish, () => finish(undefined));
  });
}

/** JSON keeps the parts apart whatever they hold. */
export function databaseKey(at: {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}): string {
  return `${JSON.stringify([at.host.toLowerCase(), at.port, at.database])}|`;
}

/** User names have no case: the engine folds them to upper case (catalog, §6). */
function loginKey(login: SchemaCacheLogin): string {
  return `${databaseKey(login)}${JSON.stringify(login.user.toLowerCase())}|`;
}

export function requestKey(login: SchemaCacheLogin, { detail, object, search }: CatalogRequest): string {
  return `${loginKey(login)}${JSON.stringify([detail, object ?? null, search ?? null])}`;
}
