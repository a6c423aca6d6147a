import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  abort,
  answering,
  begin,
  derived,
  documented,
  exportedRows,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const ROWS = ['{"_key":"1","big":9007199254740993}', '{"_key":"2"}'];
const IMPORT = '/_api/import?collection=demo&type=documents&complete=true&onDuplicate=ignore';

const count = (documents: number): Exchange =>
  derived('RestCollectionGetCollectionCount', {
    path: '/_api/collection/demo/count',
    reply: { name: 'demo', count: documents },
  });
const missing = answering(count(0), 'RestDocumentHandlerPostUnknownCollection1');
/** No recording has one; the words are those of the manual. */
const imported = (created: number, ignored = 0, lines = ROWS): Exchange => {
  const reply = { error: false, created, errors: 0, empty: 0, updated: 0, ignored };
  const exchange = documented(
    'HTTP API, Documents, "Import JSON data as documents"',
    'POST',
    IMPORT,
    reply,
    201,
  );
  return { ...exchange, request: { ...exchange.request, body: lines.map((line) => `${line}\n`).join('') } };
};

describe.each(ERAS)('arango_restore in %s', (era) => {
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

  /** What the tool for exports writes. */
  const exported = async (format: 'jsonl' | 'json' = 'jsonl', rows = ROWS): Promise<void> => {
    server.load(
      recorded('RestCollectionGetAllCollections'),
      begin({ read: ['demo'] }),
      exportedRows('demo', rows),
      abort(),
    );
    const { isError } = await session.call('arango_export', { folder: 'f', collections: ['demo'], format });
    expect(isError).toBe(false);
  };
  /** The first count is before the import, the second one behind it. */
  const counts = (before: Exchange, behind: Exchange): void => {
    let asked = 0;
    server.fail('GET /_api/collection/demo/count', (_request, response) => {
      const { status, body } = (asked++ === 0 ? before : behind).response;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  };
  const restore = (args: object = {}) => session.call('arango_restore', { folder: 'f', ...args });

  it.each(['jsonl', 'json'] as const)(
    'loads what arango_export wrote as %s, numbers as they are',
    async (format) => {
      await exported(format);
      server.load(
        derived('RestCollectionCreateCollection', { body: { name: 'demo' }, reply: { name: 'demo' } }),
        imported(2),
      );
      counts(missing, count(2));
      const { document, isError, text } = await restore();
      expect(isError, text).toBe(false);
      expect(document).toMatchObject({
        exportedFrom: '_system',
        changed: ['demo'],
        affectedRows: 2,
        collections: [{ name: 'demo', outcome: 'loaded', documents: 2, loaded: 2, saved: 2, made: true }],
      });
    },
  );

  it('goes on where an earlier run broke off', async () => {
    await exported();
    server.load(imported(1, 1));
    counts(count(1), count(2));
    expect((await restore()).document.collections).toEqual([
      { name: 'demo', outcome: 'loaded', documents: 2, loaded: 2, saved: 1 },
    ]);
    server.load(imported(0, 2));
    counts(count(2), count(2));
    expect((await restore()).document.collections[0].outcome).toBe('was complete');
  });

  it('tells about its progress', async () => {
    await exported();
    server.load(imported(2));
    counts(count(0), count(2));
    const progress: unknown[] = [];
    await session.client.callTool(
      { name: 'arango_restore', arguments: { folder: 'f' } },
      { onprogress: (each) => void progress.push(each) },
    );
    expect(progress).toEqual([{ progress: 2, message: '2 documents, at demo' }]);
  });

  it('counts the batches that were saved before it broke off, and goes on behind them', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `{"_key":"${index}"}`);
    await exported('jsonl', rows);
    const [first, second] = [rows.slice(0, 1_000), rows.slice(1_000)];
    server.load(imported(1_000, 0, first));
    counts(count(0), count(1_000));
    let batches = 0;
    server.beforeAnswer = async ({ path }) => {
      if (path === IMPORT && ++batches === 2) server.fail('POST /_api/import', FAULTS.reset);
    };
    const broken = await restore();
    expect(broken.document).toMatchObject({
      outcome: 'unknown',
      changed: ['demo'],
      affectedRows: 1_000,
      collections: [{ outcome: 'unknown', documents: 1_500, loaded: 1_000, saved: 1_000 }],
    });
    server.load(imported(0, 1_000, first), imported(500, 0, second));
    counts(count(1_000), count(1_500));
    expect((await restore()).document).toMatchObject({
      affectedRows: 500,
      collections: [{ outcome: 'loaded', documents: 1_500, loaded: 1_500, saved: 500 }],
    });
  });

  it('dryRun compares the checksums and looks at the collections, no more', async () => {
    await exported();
    server.load(count(0));
    const { document } = await restore({ dryRun: true });
    expect(document.collections).toEqual([
      { name: 'demo', outcome: 'would be loaded', documents: 2, loaded: 0, saved: 0 },
    ]);
    expect(server.log).toEqual(['GET /_api/collection/demo/count']);
  });

  it('refuses a collection that holds other documents', async () => {
    await exported();
    server.load(count(100));
    const { document, isError } = await restore();
    expect(isError).toBe(true);
    expect(document.collections[0].outcome).toBe('not empty');
    expect(document.error.message).toBe('"demo" holds other documents than those of the export.');
    server.load(imported(2));
    counts(count(1), count(3));
    expect((await restore()).document.collections[0].outcome).toBe('not empty');
  });

  it('tells what was loaded when the server breaks off, and sends nothing of a changed file', async () => {
    await exported();
    server.load(count(0));
    server.fail('POST /_api/import', FAULTS.reset);
    const broken = await restore();
    expect(broken.isError).toBe(true);
    expect(broken.document.collections[0]).toMatchObject({
      outcome: 'unknown',
      loaded: 0,
      error: { layer: 'driver' },
    });
    await writeFile(join(root, 'f', 'demo.jsonl'), `${ROWS[1]}\n${ROWS[0]}\n`);
    server.load();
    const { document } = await restore();
    expect(document.collections[0].error).toMatchObject({
      layer: 'guard',
      message: '"demo.jsonl" is not the file that was exported: its checksum differs from the manifest\'s.',
    });
    expect(server.log).toEqual([]);
  });

  it('follows no link, and takes no folder without a manifest', async () => {
    await exported();
    server.load();
    await rename(join(root, 'f', 'demo.jsonl'), join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), join(root, 'f', 'demo.jsonl'));
    expect((await restore()).document.collections[0].error.message).toMatch(
      /^"demo.jsonl" cannot be read: ELOOP/,
    );
    await mkdir(join(root, 'empty'));
    expect((await restore({ folder: 'empty' })).document.error.message).toMatch(/cannot be read: ENOENT/);
    expect((await restore({ folder: 'nosuch' })).document.error.hint).toMatch(
      /arango_export that ended well/,
    );
    expect((await restore({ folder: '../x' })).document.error.layer).toBe('input');
    expect((await restore({ collections: ['other'] })).document.error.message).toBe(
      'The export has no collection "other".',
    );
    expect(server.log).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'a pipe or a folder in the place of a file is refused at once',
    async () => {
      await exported();
      server.load();
      for (const name of ['demo.jsonl', 'manifest.json']) {
        await rm(join(root, 'f', name));
        execFileSync('mkfifo', [join(root, 'f', name)]);
        expect((await restore()).text).toContain(`\\"${name}\\" is not a file.`);
        await rm(join(root, 'f', name));
        await mkdir(join(root, 'f', name));
        const { text, document } = await restore();
        expect(text).toContain(`\\"${name}\\" is not a file.`);
        expect(document.error.layer).toBe('guard');
      }
      expect(server.log).toEqual([]);
    },
  );

  it('a manifest cannot name a file elsewhere, nor a system collection', async () => {
    await exported();
    server.load();
    const file = join(root, 'f', 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { collections: Record<string, unknown>[] };
    const outside = { ...manifest.collections[0], file: '../../etc/passwd' };
    await writeFile(file, JSON.stringify({ ...manifest, collections: [outside] }));
    expect((await restore()).document.error.message).toMatch(/is not that of an export of this server/);
    const sha256 = createHash('sha256').update('').digest('hex');
    const system = { ...manifest.collections[0], name: '_users', sha256 };
    await writeFile(file, JSON.stringify({ ...manifest, collections: [system] }));
    expect((await restore()).document.error.message).toMatch(/^"_users" holds the hashes/);
    expect(server.log).toEqual([]);
  });
});
