import type { RemoteStore } from '../../src/store/remote-store.js';

/** A store in memory that can be away. Times are not kept: nothing in it grows old. */
export class MemoryStore implements RemoteStore {
  readonly texts = new Map<string, string>();
  away = false;

  async get(key: string): Promise<string | undefined> {
    return this.reached().get(key);
  }

  async set(key: string, text: string): Promise<void> {
    this.reached().set(key, text);
  }

  async delete(key: string): Promise<boolean> {
    return this.reached().delete(key);
  }

  async close(): Promise<void> {
    this.texts.clear();
  }

  private reached(): Map<string, string> {
    if (this.away) throw new Error('away');
    return this.texts;
  }
}
