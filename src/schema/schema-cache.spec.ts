import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SchemaCache, type SchemaCacheLogin } from './schema-cache.js';
import { emptyObject, type SchemaModel } from '../driver/model/schema-model.js';

const LOGIN: SchemaCacheLogin = { host: 'localhost', port: 33000, database: 'catdb', user: 'dba' };
const FULL = { detail: 'full' } as const;

function model(part: Partial<SchemaModel> = {}): SchemaModel {
  return {
    database: 'catdb',
    user: 'DBA',
    engine: 'CoraDB',
    engineVersion: '11.4',
    readAt: '2026-11-30T12:00:00.000Z',
    detail: 'full',
    complete: true,
    notes: [],
    foreignKeys: 'complete',
    objects: [emptyObject('table', 'CLASS', 'SHOP', 'customer'), emptyObject('view', 'VCLASS', 'SHOP', 'v')],
    serials: [],
    synonyms: [],
    servers: [],
    ...part,
  };
}

/** A read that ends when the test says so. */
function pending(): {
  read: () => Promise<SchemaModel>;
  resolve: (m: SchemaModel) => void;
  reject: (e: Error) => void;
} {
  let resolve: (m: SchemaModel) => void = () => undefined;
  let reject: (e: Error) => void = () => undefined;
  const promise = new Promise<SchemaModel>((ok, failed) => {
    resolve = ok;
    reject = failed;
  });
  return { read: vi.fn(() => promise), resolve, reject };
}

describe('the schema cache', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'] });
    // lru-cache takes a start time of exactly 0 for "none".
    vi.advanceTimersByTime(1);
  });
  afterEach(() => void vi.useRealTimers());

  it('never joins a read that began before a refresh was asked for, and keeps the newer state', async () => {
    const cache = new SchemaCache({ ttlMs: 60_000 });
    const [older, newer] = [pending(), pending()];
    const first = cache.get(LOGIN, FULL, older.read);
    const refreshed = cache.get(LOGIN, FULL, newer.read, { refresh: true });
    newer.resolve(model({ user: 'NEW' }));
    expect((await refreshed).model.user).toBe('NEW');
    older.resolve(model({ user: 'OLD' }));
    expect((await first).model.user).toBe('OLD');
    const later = await cache.get(LOGIN, FULL, () => Promise.reject(new Error('read again')));
    expect(later).toMatchObject({ hit: true, model: { user: 'NEW' } });
  });

  it('hands out a copy until its time is over, and says how old it is', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    const read = vi.fn(() => Promise.resolve(model()));
    expect(await cache.get(LOGIN, FULL, read)).toMatchObject({ hit: false, ageMs: 0 });
    vi.advanceTimersByTime(400);
    expect(await cache.get({ ...LOGIN, user: 'DBA' }, FULL, read)).toMatchObject({ hit: true, ageMs: 400 });
    expect(cache.stats(LOGIN)).toMatchObject({ entries: 1, hits: 1, misses: 1, ageMs: 400 });
    vi.advanceTimersByTime(700);
    expect(await cache.get(LOGIN, FULL, read)).toMatchObject({ hit: false });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([{ host: 'other' }, { port: 33001 }, { database: 'CATDB' }, { user: 'reader' }])(
    'keeps %o apart',
    async (other) => {
      const cache = new SchemaCache({ ttlMs: 1_000 });
      await cache.get(LOGIN, FULL, () => Promise.resolve(model()));
      const read = vi.fn(() => Promise.resolve(model()));
      expect(await cache.get({ ...LOGIN, ...other }, FULL, read)).toMatchObject({ hit: false });
    },
  );

  it('reads once for callers that ask at the same time', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    const first = pending();
    const second = vi.fn(() => Promise.resolve(model()));
    const both = [cache.get(LOGIN, FULL, first.read), cache.get(LOGIN, FULL, second)];
    first.resolve(model());
    expect((await Promise.all(both)).map((result) => result.hit)).toEqual([false, true]);
    expect(second).not.toHaveBeenCalled();
  });

  it('lets the others read for themselves when the first one is cancelled', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    const first = pending();
    const second = vi.fn(() => Promise.resolve(model({ user: 'SECOND' })));
    const both = Promise.allSettled([cache.get(LOGIN, FULL, first.read), cache.get(LOGIN, FULL, second)]);
    first.reject(new Error('cancelled'));
    const [one, two] = await both;
    expect(one).toMatchObject({ status: 'rejected', reason: new Error('cancelled') });
    expect(two).toMatchObject({ status: 'fulfilled', value: { hit: false, model: { user: 'SECOND' } } });
    expect(await cache.get(LOGIN, FULL, second)).toMatchObject({ hit: true, model: { user: 'SECOND' } });
  });

  it('ends the wait of a caller that is cancelled, and nobody else', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    const first = pending();
    const controller = new AbortController();
    const leading = cache.get(LOGIN, FULL, first.read);
    const waiting = cache.get(LOGIN, FULL, first.read, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    first.resolve(model());
    expect(await leading).toMatchObject({ hit: false });
  });

  it('forgets a database, also what is being read of it', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    await cache.get(LOGIN, FULL, () => Promise.resolve(model()));
    await cache.get({ ...LOGIN, database: 'catdb2' }, FULL, () => Promise.resolve(model()));
    const old = pending();
    const reading = cache.get({ ...LOGIN, user: 'reader' }, FULL, old.read);
    expect(cache.drop({ host: 'LOCALHOST', port: 33000 }, 'catdb')).toBe(1);
    old.resolve(model({ user: 'OLD' }));
    await reading;
    const read = vi.fn(() => Promise.resolve(model({ user: 'NEW' })));
    expect(await cache.get({ ...LOGIN, user: 'reader' }, FULL, read)).toMatchObject({
      model: { user: 'NEW' },
    });
    expect(cache.stats().entries).toBe(2);
  });

  it('answers less detail and a search from a copy of the whole', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000 });
    await cache.get(LOGIN, FULL, () => Promise.resolve(model()));
    const never = vi.fn(() => Promise.reject(new Error('not needed')));
    expect((await cache.get(LOGIN, { detail: 'names' }, never)).model.detail).toBe('names');
    const found = await cache.get(LOGIN, { detail: 'full', search: 'custom' }, never);
    expect(found.model.objects.map((object) => object.name)).toEqual(['customer']);
    await expect(cache.get(LOGIN, { detail: 'full', object: 'v' }, never)).rejects.toThrow('not needed');
  });

  it('reads again on request, keeps nothing incomplete, nothing too large, and nothing at all with 0 ms', async () => {
    const cache = new SchemaCache({ ttlMs: 1_000, maxBytes: 1_000 });
    const read = vi.fn(() => Promise.resolve(model({ user: 'A' })));
    await cache.get(LOGIN, FULL, read);
    await cache.get(LOGIN, FULL, () => Promise.resolve(model({ user: 'B' })), { refresh: true });
    expect((await cache.get(LOGIN, FULL, read)).model.user).toBe('B');
    await cache.get(LOGIN, { detail: 'full', object: 'x' }, () =>
      Promise.resolve(model({ complete: false })),
    );
    const large = model({ notes: ['n'.repeat(1_000)] });
    await cache.get(LOGIN, { detail: 'full', object: 'y' }, () => Promise.resolve(large));
    expect(cache.stats().entries).toBe(1);
    const off = new SchemaCache({ ttlMs: 0 });
    await off.get(LOGIN, FULL, read);
    expect(await off.get(LOGIN, FULL, read)).toMatchObject({ hit: false });
    expect(off.stats()).toEqual({ entries: 0, bytes: 0, hits: 0, misses: 2 });
  });
});
