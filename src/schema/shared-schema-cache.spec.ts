import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/helpers/memory-store.js';
import type { SchemaModel } from '../driver/model/schema-model.js';
import { ForgivingStore, type RemoteStore } from '../store/remote-store.js';
import { SharedSchemaCache } from './shared-schema-cache.js';

const LOGIN = { host: 'db', port: 33000, database: 'shop', user: 'dba', password: 'never-a-key' };
const REQUEST = { detail: 'full' } as const;
const model = (name: string, complete = true) =>
  ({ objects: [{ name }], complete }) as unknown as SchemaModel;
const nameOf = ({ model: { objects } }: { model: SchemaModel }) => objects[0]?.name;

function processOn(store: RemoteStore, now?: () => number): SharedSchemaCache {
  return new SharedSchemaCache({ ttlMs: 60_000 }, new ForgivingStore(store, () => undefined, now));
}

describe('a schema cache that processes share', () => {
  it('gives one process what another has read', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    await one.get(LOGIN, REQUEST, async () => model('read by one'));
    const cached = await other.get(LOGIN, REQUEST, async () => model('read again'));
    expect(nameOf(cached)).toBe('read by one');
    expect(cached.hit).toBe(true);
    expect(other.hitsOfOthers).toBe(1);
    // From now on it has a copy of its own.
    await other.get(LOGIN, REQUEST, async () => model('read again'));
    expect(other.hitsOfOthers).toBe(1);
  });

  it('keeps users and databases apart, and no password in keys or texts', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    await one.get(LOGIN, REQUEST, async () => model('of dba'));
    const reader = await other.get({ ...LOGIN, user: 'reader' }, REQUEST, async () => model('of reader'));
    const archive = await other.get({ ...LOGIN, database: 'archive' }, REQUEST, async () =>
      model('of archive'),
    );
    expect([nameOf(reader), nameOf(archive)]).toEqual(['of reader', 'of archive']);
    expect(JSON.stringify([...store.texts])).not.toContain('never-a-key');
  });

  it('forgets a database everywhere when one process has changed its definitions', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    await one.get(LOGIN, REQUEST, async () => model('old'));
    await other.get(LOGIN, REQUEST, async () => model('old'));
    one.drop(LOGIN, LOGIN.database);
    expect(nameOf(await other.get(LOGIN, REQUEST, async () => model('new')))).toBe('new');
    expect(nameOf(await one.get(LOGIN, REQUEST, async () => model('newer')))).toBe('new');
  });

  it.each(['the same process', 'another process'])(
    'never lets an older read of %s replace what a refresh has stored',
    async (where) => {
      const store = new MemoryStore();
      const one = processOn(store);
      const refreshing = where === 'another process' ? processOn(store) : one;
      let finish: (model: SchemaModel) => void = () => undefined;
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const older = one.get(LOGIN, REQUEST, () => {
        begin();
        return new Promise((resolve) => (finish = resolve));
      });
      await begun;
      await refreshing.get(LOGIN, REQUEST, async () => model('new'), { refresh: true });
      finish(model('old'));
      expect(nameOf(await older)).toBe('old');
      expect(nameOf(await processOn(store).get(LOGIN, REQUEST, async () => model('read again')))).toBe('new');
    },
  );

  it('reads for itself while the store is away, and does not ask it for a while', async () => {
    const store = new MemoryStore();
    let now = 0;
    const cache = processOn(store, () => now);
    store.away = true;
    expect(nameOf(await cache.get(LOGIN, REQUEST, async () => model('own')))).toBe('own');
    expect(nameOf(await cache.get(LOGIN, REQUEST, async () => model('again')))).toBe('own');
    store.away = false;
    await cache.get({ ...LOGIN, user: 'a' }, REQUEST, async () => model('a'));
    expect(store.texts.size).toBe(0);
    now = 10_000;
    await cache.get({ ...LOGIN, user: 'b' }, REQUEST, async () => model('b'));
    expect(store.texts.size).toBe(1);
  });

  it('neither shares an incomplete schema nor takes what is no schema, and refreshes on request', async () => {
    const store = new MemoryStore();
    const [one, other] = [processOn(store), processOn(store)];
    await one.get(LOGIN, REQUEST, async () => model('part', false));
    expect(store.texts.size).toBe(0);
    await one.get(LOGIN, REQUEST, async () => model('whole'));
    for (const key of store.texts.keys()) store.texts.set(key, '{"broken');
    expect(nameOf(await other.get(LOGIN, REQUEST, async () => model('read')))).toBe('read');
    const refreshed = await one.get(LOGIN, REQUEST, async () => model('fresh'), { refresh: true });
    expect(nameOf(refreshed)).toBe('fresh');
  });
});
