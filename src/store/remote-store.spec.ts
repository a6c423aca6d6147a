import { describe, expect, it } from 'vitest';
import { withFakeTime } from '../../test/helpers/fake-time.js';
import { ForgivingStore, type RemoteStore } from './remote-store.js';

/** A store that takes requests and never answers, as a server that is stopped or behind a dead link. */
class HangingStore implements RemoteStore {
  asked = 0;

  get(): Promise<string | undefined> {
    this.asked += 1;
    return new Promise(() => undefined);
  }

  async set(): Promise<void> {
    await this.get();
  }

  async delete(): Promise<boolean> {
    return (await this.get()) !== undefined;
  }

  async close(): Promise<void> {
    throw new Error('nobody there');
  }
}

describe('a shared store that hangs', () => {
  it('holds one request for half a second, and the next ones not at all', async () => {
    const hanging = new HangingStore();
    const reasons: string[] = [];
    let now = 0;
    const store = new ForgivingStore(
      hanging,
      (reason) => reasons.push(reason),
      () => now,
    );
    await withFakeTime(async (pass) => {
      let answer: unknown = 'none yet';
      const first = store.get('key').then((got) => (answer = got));
      await pass(499);
      expect(answer).toBe('none yet');
      await pass(1);
      await first;
      expect(answer).toBe('away');
      // No time passes for these.
      expect(await store.get('key')).toBe('away');
      expect(await store.set('key', 'text', 1_000)).toBe(false);
      expect(await store.delete('key')).toBe('away');
      expect(hanging.asked).toBe(1);
      expect(reasons).toEqual(['no answer in time']);
      now = 5_000;
      const later = store.get('key');
      expect(hanging.asked).toBe(2);
      await pass(500);
      expect(await later).toBe('away');
    });
    await store.close();
  });
});
