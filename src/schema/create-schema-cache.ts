import { Logger } from '@nestjs/common';
import { SchemaCache } from './schema-cache.js';
import { ForgivingStore } from '../store/remote-store.js';
import { redisStore } from '../store/redis-store.js';
import { SharedSchemaCache } from './shared-schema-cache.js';

/** @param url of the store that several processes share; the cache is this process's own without it */
export async function createSchemaCache(ttlMs: number, url: string | undefined): Promise<SchemaCache> {
  if (url === undefined || ttlMs === 0) return new SchemaCache({ ttlMs });
  const logger = new Logger('SchemaCache');
  const store = new ForgivingStore(await redisStore(url), (reason) =>
    logger.warn(`The shared schema cache is away (${reason}); only copies of this process are used.`),
  );
  return new SharedSchemaCache({ ttlMs }, store);
}
