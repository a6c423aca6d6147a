import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { CatalogRequest } from '../driver/dialect.js';
import {
  databaseKey,
  requestKey,
  SchemaCache,
  type CachedSchema,
  type SchemaCacheLogin,
  type SchemaCacheOptions,
  type SchemaCacheSettings,
  type SchemaCacheStats,
} from './schema-cache.js';
import type { SchemaModel } from '../driver/model/schema-model.js';
import type { ForgivingStore } from '../store/remote-store.js';

/** Goes before every key, with the form of the copies. */
const PREFIX = 'coradb-mcp:1:';
/** What a database has before any change of its definitions was seen. */
const FIRST_GENERATION = '0';

interface Copy {
  readonly model: SchemaModel;
  /** Milliseconds since 1970, by the clock of the process that read the catalog. */
  readonly storedAt: number;
}

/**
 * A schema cache whose copies several processes share. As with the local one, the caller has logged in before it is
 * asked. Keys hold broker, database, user and what was asked, never a password. Each database has a generation that
 * changes when its definitions do, so that no process hands out what another knows to be old. While the store is away
 * only the local copies count.
 */
export class SharedSchemaCache extends SchemaCache implements OnApplicationShutdown {
  private readonly generations = new Map<string, string>();
  private readonly ttlMs: number;
  private sharedHits = 0;
  /** The read that began last, for each key that is being read. */
  private readonly latest = new Map<string, () => Promise<SchemaModel>>();

  constructor(
    settings: SchemaCacheSettings,
    private readonly store: ForgivingStore,
  ) {
    super(settings);
    this.ttlMs = settings.ttlMs;
  }

  /** Schemas that another process had read. */
  get hitsOfOthers(): number {
    return this.sharedHits;
  }

  override async get(
    login: SchemaCacheLogin,
    request: CatalogRequest,
    read: () => Promise<SchemaModel>,
    options: SchemaCacheOptions = {},
  ): Promise<CachedSchema> {
    const generation = await this.currentGeneration(login);
    if (generation === undefined) return super.get(login, request, read, options);
    const key = `${PREFIX}${generation}:${requestKey(login, request)}`;
    let ofOthers: Copy | undefined;
    const cached = await super.get(
      login,
      request,
      async () => {
        ofOthers = options.refresh ? undefined : await this.copy(key);
        if (ofOthers) return ofOthers.model;
        const begun = Date.now();
        this.latest.set(key, read);
        const model = await read().catch((error: unknown) => {
          if (this.latest.get(key) === read) this.latest.delete(key);
          throw error;
        });
        if ((await this.isNewest(key, read, begun, options.refresh)) && model.complete) {
          await this.store.set(
            key,
            JSON.stringify({ model, storedAt: Date.now() } satisfies Copy),
            this.ttlMs,
          );
        }
        return model;
      },
      options,
    );
    if (!ofOthers) return cached;
    this.sharedHits++;
    return { model: cached.model, ageMs: Math.max(0, Date.now() - ofOthers.storedAt), hit: true };
  }

  override drop(broker: { readonly host: string; readonly port: number }, database: string): number {
    const at = databaseKey({ ...broker, database });
    const generation = randomUUID();
    this.generations.set(at, generation);
    // Twice as long as any copy of the generation before lives, so that none comes back.
    void this.store.set(`${PREFIX}generation:${at}`, generation, this.ttlMs * 2);
    return super.drop(broker, database);
  }

  override stats(login?: SchemaCacheLogin): SchemaCacheStats {
    const own = super.stats(login);
    return { ...own, hits: own.hits + this.sharedHits, misses: own.misses - this.sharedHits };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }

  /** Undefined while the store is away. Local copies of another generation are dropped. */
  private async currentGeneration(login: SchemaCacheLogin): Promise<string | undefined> {
    const at = databaseKey(login);
    const stored = await this.store.get(`${PREFIX}generation:${at}`);
    if (stored === 'away') return undefined;
    const generation = stored ?? FIRST_GENERATION;
    if (generation !== (this.generations.get(at) ?? FIRST_GENERATION)) super.drop(login, login.database);
    this.generations.set(at, generation);
    return generation;
  }

  /**
   * Whether what a read gave may replace the shared copy: not when a later read began here, and, unless it was asked
   * to refresh, not when another process has stored a copy meanwhile.
   */
  private async isNewest(
    key: string,
    read: () => Promise<SchemaModel>,
    begun: number,
    refreshes = false,
  ): Promise<boolean> {
    if (this.latest.get(key) !== read) return false;
    this.latest.delete(key);
    return refreshes || ((await this.copy(key))?.storedAt ?? -Infinity) < begun;
  }

  private async copy(key: string): Promise<Copy | undefined> {
    const text = await this.store.get(key);
    if (text === undefined || text === 'away') return undefined;
    try {
      const copy = JSON.parse(text) as Copy;
      return Array.isArray(copy.model.objects) && typeof copy.storedAt === 'number' ? copy : undefined;
    } catch {
      return undefined;
    }
  }
}
