import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abort, begin, derived, exportedRows, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { filesBeneath, removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const ALL = ['animals', 'demo', 'ignore', 'mycollection'];
const ROWS = ['{"_key":"1","big":9007199254740993}', '{"_key":"2"}'];
const LISTED = recorded('RestCollectionGetAllCollections');

describe.each(ERAS)('arango_export in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  let scratch: string;
  let root: string;

  beforeAll(async () => void (server = await ArangoReplayServer.start()));
  afterAll(() => server.close());
  beforeEach(async () => {
    scratch = await scratchFolder();
    root = join(scratch, 'root');
    await mkdir(root);
    session = await openApplication(era, { ARANGO_URL: server.url, ARANGO_BACKUP_ROOT: root });
  });
  afterEach(async () => {
    await session.close();
    await removeFolder(scratch);
    expect(server.unexpected).toEqual([]);
  });

  const one = (texts: readonly string[], limit?: number) => [
    LISTED,
    begin({ read: ['demo'] }),
    exportedRows('demo', texts, limit === undefined ? {} : { limit }),
    abort(),
  ];
  const exportDemo = (args: object = {}) =>
    session.call('arango_export', { folder: 'first', collections: ['demo'], ...args });

  it('writes every collection and a manifest that says what is in it and what is not', async () => {
    server.load(
      LISTED,
      begin({ read: ALL }),
      exportedRows('animals', ROWS),
      exportedRows('demo', ROWS, { limit: 99_998 }),
      exportedRows('ignore', [], { limit: 99_996 }),
      exportedRows('mycollection', ROWS.slice(1), { limit: 99_996 }),
      abort(),
    );
    const { document, isError } = await session.call('arango_export', { folder: 'first' });
    expect(isError).toBe(false);
    const files = await filesBeneath(root);
    expect(Object.keys(files).sort()).toEqual([
      'first/',
      'first/animals.jsonl',
      'first/demo.jsonl',
      'first/ignore.jsonl',
      'first/manifest.json',
      'first/mycollection.jsonl',
    ]);
    expect(files['first/demo.jsonl']).toBe(`${ROWS[0]}\n${ROWS[1]}\n`);
    expect(files['first/ignore.jsonl']).toBe('');
    const manifest = JSON.parse(files['first/manifest.json'] ?? '');
    expect(manifest).toMatchObject({
      note: 'Documents for inspection or transfer. This is not a backup: a database cannot be restored from it.',
      database: '_system',
      format: 'jsonl',
      documentLimit: 100000,
      complete: true,
      collectionsLeftOut: [],
    });
    expect(manifest.notExported).toContain('indexes and collection properties');
    expect(manifest.collections[1]).toEqual({
      name: 'demo',
      type: 'document',
      file: 'demo.jsonl',
      documents: 2,
      bytes: 49,
      sha256: createHash('sha256').update(`${ROWS[0]}\n${ROWS[1]}\n`).digest('hex'),
      complete: true,
    });
    expect(document).toMatchObject({ ...manifest, folder: join(root, 'first') });
  });

  it('writes a JSON array on request', async () => {
    server.load(one(ROWS));
    await exportDemo({ format: 'json' });
    const { 'first/demo.json': text = '' } = await filesBeneath(root);
    expect(text).toBe(`[\n${ROWS[0]},\n${ROWS[1]}\n]\n`);
    expect(JSON.parse(text)).toHaveLength(2);
  });

  it('stops at the document limit and says what is missing', async () => {
    server.load(
      LISTED,
      begin({ read: ['demo', 'ignore'] }),
      exportedRows('demo', ROWS, { limit: 1 }),
      abort(),
    );
    const { document } = await exportDemo({ collections: ['demo', 'ignore'], limit: 1 });
    expect(document).toMatchObject({
      complete: false,
      collections: [{ name: 'demo', documents: 1, complete: false }],
      collectionsLeftOut: ['ignore'],
    });
    expect((await filesBeneath(root))['first/demo.jsonl']).toBe(`${ROWS[0]}\n`);
  });

  it('tells about its progress', async () => {
    server.load(one(ROWS));
    const progress: unknown[] = [];
    await session.client.callTool(
      { name: 'arango_export', arguments: { folder: 'first', collections: ['demo'] } },
      { onprogress: (each) => void progress.push(each) },
    );
    expect(progress).toContainEqual({ progress: 2, message: '2 documents, at demo' });
  });

  it('never overwrites: a second export into the same folder changes nothing', async () => {
    server.load(one(ROWS));
    await exportDemo();
    const before = await filesBeneath(root);
    server.load(LISTED);
    const { document } = await exportDemo();
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: '"demo.jsonl" exists already; an export never overwrites. Nothing was changed.',
    });
    expect(await filesBeneath(root)).toEqual(before);
  });

  it.each([
    ['..', /one folder name/],
    ['.', /one folder name/],
    ['../outside', /one folder name/],
    ['a/../../outside', /one folder name/],
    ['/etc', /one folder name/],
    ['a/b', /one folder name/],
    ['a\\..\\b', /one folder name/],
    ['C:', /one folder name/],
    ['nul', /one folder name/],
    ['a\0b', /one folder name/],
    ['.hidden', /one folder name/],
    ['trailing.', /one folder name/],
    ['%2e%2e', /one folder name/],
    ['．．', /one folder name/],
    ['x'.repeat(101), /one folder name/],
    ['x'.repeat(1000), /one folder name/],
  ])('refuses the folder %j', async (folder, words) => {
    server.load(LISTED);
    const { document } = await exportDemo({ folder });
    expect(document.error).toMatchObject({ layer: 'input', message: expect.stringMatching(words) });
    expect(await filesBeneath(scratch)).toEqual({ 'root/': '' });
  });

  it('refuses a root that is a link', async () => {
    const linked = join(scratch, 'linked');
    await symlink(root, linked);
    const other = await openApplication(era, { ARANGO_URL: server.url, ARANGO_BACKUP_ROOT: linked });
    server.load(LISTED);
    const { document } = await other.call('arango_export', { folder: 'first', collections: ['demo'] });
    expect(document.error.message).toMatch(/a link to one is refused too/);
    expect(await filesBeneath(root)).toEqual({});
    await other.close();
  });

  it.each([
    ['is missing', (path: string) => removeFolder(path)],
    ['is a file', async (path: string) => (await removeFolder(path), await writeFile(path, ''))],
  ])('fails when the root %s', async (_title, spoil) => {
    await spoil(root);
    server.load(LISTED);
    const { document } = await exportDemo();
    expect(document.error.message).toMatch(/^ARANGO_BACKUP_ROOT (cannot be used: ENOENT|is not a folder)/);
    expect(document.error.hint ?? '').not.toMatch(/Make room/);
  });

  it.each([
    ['a link to a folder', (path: string, outside: string) => symlink(outside, path)],
    ['a link to nothing', (path: string) => symlink('/nowhere/at/all', path)],
    ['a file', (path: string) => writeFile(path, 'mine')],
  ])('refuses a folder that is %s', async (_title, make) => {
    const outside = join(scratch, 'outside');
    await mkdir(outside);
    await make(join(root, 'first'), outside);
    const before = await filesBeneath(scratch);
    server.load(LISTED);
    const { document } = await exportDemo();
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: '"first" beneath ARANGO_BACKUP_ROOT is a link or a file, not a folder.',
    });
    expect(await filesBeneath(scratch)).toEqual(before);
  });

  it.each(['demo.jsonl', 'manifest.json'])(
    'refuses when %s is a link, and leaves its target alone',
    async (name) => {
      const target = join(scratch, 'target');
      await writeFile(target, 'precious');
      await mkdir(join(root, 'first'));
      await symlink(target, join(root, 'first', name));
      const before = await filesBeneath(scratch);
      server.load(LISTED);
      const { document } = await exportDemo();
      expect(document.error.message).toMatch(/exists already/);
      expect(await filesBeneath(scratch)).toEqual(before);
    },
  );

  it('refuses when a link takes the name of a file meanwhile', async () => {
    const target = join(scratch, 'target');
    await writeFile(target, 'precious');
    server.load(one(ROWS));
    const [, , rows] = one(ROWS);
    server.fail('POST /_api/cursor', (_request, response) => {
      void symlink(target, join(root, 'first', 'demo.jsonl')).then(() =>
        response
          .writeHead(201, { 'content-type': 'application/json' })
          .end(JSON.stringify(rows?.response.body)),
      );
    });
    const { document } = await exportDemo();
    expect(document.error.message).toMatch(/exists already/);
    expect(await filesBeneath(scratch)).toEqual({
      'root/': '',
      'root/first/': '',
      'root/first/demo.jsonl': '(link)',
      target: 'precious',
    });
  });

  it('a folder that is exchanged for a link meanwhile gets nothing written to where the link leads', async () => {
    const outside = join(scratch, 'outside');
    await mkdir(outside);
    server.load(one(ROWS));
    const [, , rows] = one(ROWS);
    server.fail('POST /_api/cursor', (_request, response) => {
      void exchange().then(() =>
        response
          .writeHead(201, { 'content-type': 'application/json' })
          .end(JSON.stringify(rows?.response.body)),
      );
    });
    const exchange = async () => {
      const { rename } = await import('node:fs/promises');
      await rename(join(root, 'first'), join(scratch, 'moved'));
      await symlink(outside, join(root, 'first'));
    };
    await exportDemo();
    expect(await filesBeneath(outside)).toEqual({});
  });

  it.each([
    ['manifest', 'json', /^manifest~[0-9a-f]{16}\.json$/],
    ['a', 'jsonl', /^a\.jsonl$/],
    ['漢'.repeat(80), 'jsonl', /^(%E6%BC%A2){25}(%E6(%BC)?)?~[0-9a-f]{16}\.jsonl$/],
    ['nul', 'jsonl', /^nul~[0-9a-f]{16}\.jsonl$/],
  ])('a collection named %s as %s has a file of its own', async (name, format, pattern) => {
    const result = [{ id: '1', name, status: 3, type: 2, isSystem: false }];
    server.load(
      derived('RestCollectionGetAllCollections', { reply: { result } }),
      begin({ read: [name] }),
      exportedRows(name, ROWS),
      abort(),
    );
    const { document } = await exportDemo({ collections: [name], format });
    expect(document).toMatchObject({ complete: true, collections: [{ name, documents: 2 }] });
    const { file } = document.collections[0];
    expect(file).toMatch(pattern);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    expect(Object.keys(await filesBeneath(root)).sort()).toEqual(
      ['first/', `first/${file}`, 'first/manifest.json'].sort(),
    );
  });

  it('collections whose names differ in case only do not share a file', async () => {
    const result = ['Users', 'users'].map((name) => ({
      id: name,
      name,
      status: 3,
      type: 2,
      isSystem: false,
    }));
    server.load(
      derived('RestCollectionGetAllCollections', { reply: { result } }),
      begin({ read: ['Users', 'users'] }),
      exportedRows('Users', ROWS),
      exportedRows('users', ROWS, { limit: 99_998 }),
      abort(),
    );
    const { document } = await exportDemo({ collections: ['Users', 'users'] });
    const files = document.collections.map(({ file }: { file: string }) => file.toLowerCase());
    expect(new Set(files).size).toBe(2);
  });

  it('takes everything away again when the server fails half-way', async () => {
    server.load(
      LISTED,
      begin({ read: ['animals', 'demo'] }),
      exportedRows('animals', ROWS),
      {
        ...exportedRows('demo', [], { limit: 99_998 }),
        response: recorded('RestCursorMemoryLimit').response,
      },
      abort(),
    );
    const { document } = await exportDemo({ collections: ['animals', 'demo'] });
    expect(document.error).toMatchObject({ layer: 'engine', code: 32 });
    expect(await filesBeneath(root)).toEqual({});
  });

  it.each([
    ['_users', 'guard'],
    ['nosuch', 'input'],
  ])('refuses the collection %s', async (name, layer) => {
    server.load(LISTED);
    const { document } = await exportDemo({ collections: [name] });
    expect(document.error.layer).toBe(layer);
    expect(await filesBeneath(root)).toEqual({});
  });

  it('refuses more documents than the settings allow', async () => {
    server.load();
    const { document } = await exportDemo({ limit: 100_001 });
    expect(document.error.message).toMatch(/at most 100000 documents \(ARANGO_EXPORT_MAX_DOCUMENTS\)/);
  });
});
