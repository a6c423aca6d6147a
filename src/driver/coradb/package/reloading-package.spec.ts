import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakePackage, fakeEntry } from '../../../../test/helpers/fake-package.js';
import { ReloadingPackage } from './reloading-package.js';

let fake: FakePackage;
let reloading: ReloadingPackage;

beforeEach(() => {
  fake = new FakePackage();
  reloading = new ReloadingPackage(fake.folder);
});

afterEach(() => fake.remove());

/** Which code a driver runs: connecting fails with a message that holds what the package's `mark` module says. */
const marked = (mark: string): string =>
  fakeEntry({ without: ['connect'], more: '' }).replace(
    'exports.createConnection',
    `Connection.prototype.connect = () => Promise.reject(new Error(${mark}));\nexports.createConnection`,
  );

async function markOf(driver: Awaited<ReturnType<ReloadingPackage['current']>>): Promise<string | undefined> {
  const options = { timeoutMs: 0, signal: new AbortController().signal, lockTimeoutMs: 0, readOnly: true };
  const login = { host: 'db', port: 1, database: 'd', user: 'u', password: '' };
  const error: unknown = await driver.connect(login, options).catch((reason: unknown) => reason);
  return /failed: (.*)$/.exec((error as Error).message)?.[1];
}

describe('a driver package', () => {
  it('is loaded once while its files stay as they are', async () => {
    const driver = await reloading.current();
    expect(await reloading.current()).toBe(driver);
    expect(reloading.info()).toMatchObject({
      name: 'fake-driver',
      version: '1.0.0',
      folder: fake.folder,
      loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      reloads: 0,
    });
    expect(reloading.info()).not.toHaveProperty('reloadError');
  });

  it('is loaded by many calls at once only once', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => reloading.current()));
    expect(others.every((driver) => driver === first)).toBe(true);
  });

  it('is not loaded again when a file was only touched', async () => {
    const driver = await reloading.current();
    fake.touch('index.js');
    expect(await reloading.current()).toBe(driver);
    expect(reloading.info()?.reloads).toBe(0);
  });

  it('gets new code from the next call on, while a running call keeps the old one', async () => {
    fake.write('index.js', marked("require('./lib/mark.js')"));
    fake.write('lib/mark.js', "module.exports = 'one';");
    const old = await reloading.current();
    expect(await markOf(old)).toBe('one');
    fake.write('lib/mark.js', "module.exports = 'two';");
    const now = await reloading.current();
    expect(await markOf(now)).toBe('two');
    expect(now).not.toBe(old);
    expect(reloading.info()?.reloads).toBe(1);
  });

  it('lets an old instance go on with what it has loaded', async () => {
    fake.write('index.js', marked('mark').replace(/^/, "const mark = require('./mark.js');\n"));
    fake.write('mark.js', "module.exports = 'one';");
    const old = await reloading.current();
    fake.write('mark.js', "module.exports = 'two';");
    await reloading.current();
    expect(await markOf(old)).toBe('one');
  });

  it('shows a new version, and follows an entry that moves', async () => {
    await reloading.current();
    fake.manifest({ version: '2.0.0', main: 'new/entry.js' });
    fake.write('new/entry.js', marked("'moved'"));
    expect(await markOf(await reloading.current())).toBe('moved');
    expect(reloading.info()).toMatchObject({ version: '2.0.0', reloads: 1 });
  });

  it.each([
    ['does not load', 'syntax error here', /cannot be loaded: /],
    ['throws', "throw new Error('no native module')", /cannot be loaded: no native module/],
    ['does not fit', fakeEntry({ without: ['commit'] }), /its connections lack commit\(\)/],
  ])('keeps the last good code when the new one %s, and says why', async (_what, text, reason) => {
    const good = await reloading.current();
    fake.manifest({ version: '2.0.0' });
    fake.write('index.js', text);
    expect(await reloading.current()).toBe(good);
    expect(reloading.info()).toMatchObject({
      version: '1.0.0',
      reloads: 0,
      reloadError: expect.stringMatching(reason),
    });
    expect(await reloading.current()).toBe(good);

    fake.write('index.js', fakeEntry());
    expect(await reloading.current()).not.toBe(good);
    expect(reloading.info()).toMatchObject({ version: '2.0.0', reloads: 1 });
    expect(reloading.info()).not.toHaveProperty('reloadError');
  });

  it('forgets the failure when the files are again those that are loaded', async () => {
    const good = await reloading.current();
    fake.write('index.js', 'broken(');
    await reloading.current();
    expect(reloading.info()?.reloadError).toBeDefined();
    fake.write('index.js', fakeEntry());
    expect(await reloading.current()).toBe(good);
    expect(reloading.info()).not.toHaveProperty('reloadError');
    expect(reloading.info()?.reloads).toBe(0);
  });

  it('survives an update that is half done: a module is missing, then there', async () => {
    const good = await reloading.current();
    fake.write('index.js', fakeEntry({ more: "require('./src/later.js');" }));
    expect(await reloading.current()).toBe(good);
    expect(reloading.info()?.reloadError).toContain('later.js');
    fake.write('src/later.js', '');
    expect(await reloading.current()).not.toBe(good);
    expect(reloading.info()).not.toHaveProperty('reloadError');
  });

  it('survives its folder being away for a while', async () => {
    const good = await reloading.current();
    const manifest = JSON.stringify({ name: 'fake-driver', version: '3.0.0' });
    fake.delete('.');
    expect(await reloading.current()).toBe(good);
    expect(reloading.info()?.reloadError).toContain('package.json');
    fake.write('index.js', fakeEntry());
    fake.write('package.json', manifest);
    await reloading.current();
    expect(reloading.info()).toMatchObject({ version: '3.0.0', reloads: 1 });
  });

  it('that has never worked fails each call with the reason, and works once it is mended', async () => {
    fake.write('index.js', fakeEntry({ without: ['query', 'fetch'] }));
    await expect(reloading.current()).rejects.toMatchObject({
      layer: 'driver',
      message: `The driver package fake-driver 1.0.0 in ${fake.folder} does not fit: its connections lack query(), fetch()`,
    });
    await expect(reloading.current()).rejects.toThrow('lack query(), fetch()');
    expect(reloading.info()).toBeUndefined();
    fake.write('index.js', fakeEntry());
    await expect(reloading.current()).resolves.toBeDefined();
    expect(reloading.info()?.reloads).toBe(0);
  });

  describe('that is an ES module', () => {
    const entry = (mark: string, more = ''): string =>
      marked(mark).replace(
        'exports.createConnection =',
        `import { mark } from './lib/mark.js';\n${more}\nexport const createConnection =`,
      );
    beforeEach(() => {
      fake.manifest({ type: 'module' });
      fake.write('index.js', entry('mark'));
      fake.write('lib/mark.js', "export const mark = 'one';");
    });

    it('works, and gets new code from the next call on, in its inner modules too', async () => {
      const old = await reloading.current();
      expect(old.capabilities.compileOnlyPrepare).toBe(false);
      for (const mark of ['two', 'three']) {
        fake.write('lib/mark.js', `export const mark = '${mark}';`);
        expect(await markOf(await reloading.current())).toBe(mark);
      }
      expect(await markOf(old)).toBe('one');
      fake.manifest({ type: 'module', version: '2.0.0' });
      await reloading.current();
      expect(reloading.info()).toMatchObject({ version: '2.0.0', reloads: 3 });
      expect(reloading.info()).not.toHaveProperty('reloadError');
    });

    it('asks for a restart when it becomes CommonJS, which Node would take for what it was', async () => {
      const good = await reloading.current();
      fake.manifest({ version: '2.0.0' });
      fake.write('index.js', marked("'common'"));
      expect(await reloading.current()).toBe(good);
      expect(reloading.info()).toMatchObject({
        version: '1.0.0',
        reloadError: expect.stringMatching(/is CommonJS, after one of ES modules\. .*restart the server/),
      });
    });

    it('keeps import.meta, other packages, CommonJS, JSON and dynamic imports after a reload', async () => {
      await reloading.current();
      fake.write('lib/common.cjs', "module.exports = { common: 'cjs' };");
      fake.write('lib/data.json', '{"data": "json"}');
      fake.write('lib/later.js', "export const later = 'later';");
      fake.write('lib/mark.js', 'export const mark = import.meta.url;');
      const marks =
        "[mark, import.meta.filename, statSync.name, basename('a/b'), common.common, data.data, (await import('./lib/later.js')).later].join(' ')";
      const imports = `import { statSync } from 'node:fs'; import path from 'node:path'; import common from './lib/common.cjs';
import data from './lib/data.json' with { type: 'json' }; import { createRequire } from 'node:module';
const { basename } = createRequire(import.meta.url)('node:path'); if (path.basename !== basename) throw new Error('interop');`;
      fake.write(
        'index.js',
        entry('0', imports).replace(
          '() => Promise.reject(new Error(0))',
          `async () => { throw new Error(${marks}); }`,
        ),
      );
      expect(await markOf(await reloading.current())).toBe(
        `${pathToFileURL(`${fake.folder}/lib/mark.js`).href} ${fake.folder}/index.js statSync b cjs json later`,
      );
      fake.write('lib/common.cjs', "module.exports = { common: 'cjs 2' };");
      expect(await markOf(await reloading.current())).toContain(' cjs 2 json');
    });

    it.each([
      ['is broken', 'export const createConnection = (', /cannot be loaded beside the old one: .*index\.js/],
      [
        'waits at its top',
        "await null;\nexport { mark } from './lib/mark.js';",
        /await at the top of a module\. If it is whole, restart the server/,
      ],
      ['lacks a module', "export * from './lib/gone.js';", /gone\.js/],
      ['throws', "throw new Error('no native module');", /cannot be loaded: no native module/],
      ['does not fit', "export { mark } from './lib/mark.js';", /it lacks createConnection\(\)/],
    ])('keeps the last good code when the new one %s, and says why', async (_what, text, reason) => {
      const good = await reloading.current();
      fake.write('index.js', text);
      expect(await reloading.current()).toBe(good);
      expect(reloading.info()).toMatchObject({ reloads: 0, reloadError: expect.stringMatching(reason) });
      fake.write('index.js', entry("'mended'"));
      expect(await markOf(await reloading.current())).toBe('mended');
      expect(reloading.info()).not.toHaveProperty('reloadError');
    });
  });

  it.each([
    ['CommonJS', {}, 'exports.'],
    ['ES modules', { type: 'module' }, 'export const '],
  ])('gives its memory back: 100 reloads of %s that hold 1 MB', async (_kind, manifest, exported) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const big = (version: number): string =>
      fakeEntry({
        more: `const numbers = new Array(125_000).fill(${version});\nexports.held = () => numbers;`,
      }).replaceAll('exports.', exported);
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1_048_576;
    };
    fake.manifest(manifest);
    fake.write('index.js', big(0));
    await reloading.current();
    for (let version = 1; version <= 10; version++) await change(version);
    const before = used();
    for (let version = 11; version <= 110; version++) await change(version);
    expect(reloading.info()?.reloads).toBe(110);
    expect(used() - before).toBeLessThan(10);

    async function change(version: number): Promise<void> {
      fake.write('index.js', big(version));
      await reloading.current();
    }
  });
});
