import { withPackages } from '../errors/optional-package.js';
import type { RemoteStore } from './remote-store.js';

/** How long one attempt to connect may take, in ms. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Longest pause between two attempts to connect, in ms. */
const MAX_RECONNECT_MS = 5_000;

/**
 * A store in Redis or Valkey, reached through Keyv. Connecting goes on in the background.
 * @param url `redis://` or `rediss://`, with user and password when the server wants them
 */
export async function redisStore(url: string): Promise<RemoteStore> {
  const [{ Keyv }, { default: KeyvRedis }] = await withPackages(
    ['keyv', '@keyv/redis'],
    'A shared store',
    () => Promise.all([import('keyv'), import('@keyv/redis')]),
  );
  const adapter = new KeyvRedis<string>(
    {
      url,
      // A command fails at once while the server is away instead of waiting for it.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (tries: number) => Math.min(MAX_RECONNECT_MS, 100 * 2 ** tries),
      },
    },
    { throwOnErrors: true, throwOnConnectError: true, connectionTimeout: CONNECT_TIMEOUT_MS },
  );
  const keyv = new Keyv<string>({ store: adapter, useKeyPrefix: false, throwOnErrors: true });
  // Each failed command tells by itself; an event without a listener would end the process.
  keyv.on('error', () => undefined);
  adapter.on('error', () => undefined);
  // Now, so that the first command, which is not waited for long, finds a connection.
  adapter.getClient().catch(() => undefined);
  return {
    get: (key) => keyv.get(key),
    set: async (key, text, ttlMs) => void (await keyv.set(key, text, ttlMs)),
    // UNLINK counts what it removes, so of several at the same time one alone is told true.
    delete: (key) => keyv.delete(key),
    close: () => adapter.disconnect(true),
  };
}
