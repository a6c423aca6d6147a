import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportFolder } from '../../src/arangodb/export/export-folder.js';
import { writeExportFile } from '../../src/arangodb/export/export-file.js';
import { abort, begin, exportedRows, recorded, type Exchange } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import type { McpSession } from '../helpers/mcp-session.js';
import { filesBeneath, removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const EXCHANGES: readonly Exchange[] = [
  recorded('RestCollectionGetAllCollections'),
  begin({ read: ['animals', 'demo'] }),
  exportedRows('animals', ['{"_key":"1"}']),
  exportedRows('demo', ['{"_key":"2"}'], { limit: 99_999 }),
  abort(),
];

let server: ArangoReplayServer;
let session: McpSession;
let scratch: string;
let root: string;
let outside: string;
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
beforeEach(async () => {
  scratch = await scratchFolder();
  root = join(scratch, 'root');
  outside = join(scratch, 'outside');
  await mkdir(join(root, 's'), { recursive: true });
  await mkdir(outside);
  session = await openApplication('2026-07-28', { ARANGO_URL: server.url, ARANGO_BACKUP_ROOT: root });
});
afterEach(async () => {
  await session.close();
  await removeFolder(scratch);
});

/** What somebody may do to the folder while an export runs. */
const SWAPS: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'the folder for a link',
    async () => {
      await rename(join(root, 's'), join(scratch, 'moved'));
      await symlink(outside, join(root, 's'));
    },
  ],
  [
    'the folder for another one',
    async () => {
      await rename(join(root, 's'), join(scratch, 'moved'));
      await rename(outside, join(root, 's'));
    },
  ],
  [
    'the root for a link',
    async () => {
      await rename(root, join(scratch, 'moved'));
      await mkdir(join(outside, 's'));
      await symlink(outside, root);
    },
  ],
];

describe.each(SWAPS)('exchanging %s', (_title, swap) => {
  it.each(EXCHANGES.map((exchange, index) => [index, `${exchange.request.method} ${exchange.request.path}`]))(
    'while request %i (%s) waits: nothing is left anywhere, and nothing is reported as written',
    async (at) => {
      server.load(EXCHANGES);
      let seen = 0;
      server.beforeAnswer = async () => {
        if (seen++ === at) await swap();
      };
      const { document, isError } = await session.call('arango_export', {
        folder: 's',
        collections: ['animals', 'demo'],
      });
      const files = Object.entries(await filesBeneath(scratch)).filter(
        ([name, contents]) => !name.endsWith('/') && contents !== '(link)',
      );
      if (isError) {
        expect(document.error.layer).toBe('guard');
        expect(files).toEqual([]);
        return;
      }
      // Exchanged for a real folder before it was opened: that one is the folder then.
      expect(at).toBe(0);
      expect(Object.fromEntries(files)).toMatchObject({ 'root/s/animals.jsonl': '{"_key":"1"}\n' });
      expect(files).toHaveLength(3);
    },
  );
});

describe.each([undefined, false])('a file (paths through what is open: %j)', (throughHandles) => {
  it.each(SWAPS)('is removed when somebody exchanges %s while it is written', async (_title, swap) => {
    const folder = await ExportFolder.open(root, 's', throughHandles);
    const writing = writeExportFile(folder, 'a.jsonl', async (write) => {
      await write(Buffer.from('one\n'));
      await swap();
      await write(Buffer.from('two\n'));
    });
    await expect(writing).rejects.toThrow(/moved or exchanged|exchanged while|cannot be written/);
    await folder.close();
    const named = Object.keys(await filesBeneath(scratch)).filter((name) => name.endsWith('a.jsonl'));
    expect(named).toEqual([]);
  });

  it('that is exchanged for a link before it gets its name is not reported', async () => {
    const folder = await ExportFolder.open(root, 's', throughHandles);
    const writing = writeExportFile(folder, 'a.jsonl', async (write) => {
      await write(Buffer.from('one\n'));
      const [part = ''] = Object.keys(await filesBeneath(join(root, 's')));
      await rename(join(root, 's', part), join(scratch, 'stolen'));
      await symlink('/etc/hostname', join(root, 's', part));
    });
    await expect(writing).rejects.toThrow('"a.jsonl" was exchanged while the export ran');
    await folder.close();
  });
});
