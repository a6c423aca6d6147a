import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from 'undici';
import { ArangoHttp } from '../../src/arangodb/client/arango-http.js';
import { ArangoSession } from '../../src/arangodb/client/arango-session.js';
import { exportCollections } from '../../src/arangodb/export/export-collections.js';
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
const SWAPS: readonly (readonly [string, () => void])[] = [
  [
    'the folder for a link',
    () => {
      renameSync(join(root, 's'), join(scratch, 'moved'));
      symlinkSync(outside, join(root, 's'));
    },
  ],
  [
    'the folder for another one',
    () => {
      renameSync(join(root, 's'), join(scratch, 'moved'));
      renameSync(outside, join(root, 's'));
    },
  ],
  [
    'the root for a link',
    () => {
      renameSync(root, join(scratch, 'moved'));
      mkdirSync(join(outside, 's'));
      symlinkSync(outside, root);
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
        if (seen++ === at) swap();
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

describe.each(SWAPS)('exchanging %s at every step of the folder', (_title, swap) => {
  /** Runs an export whose folder is exchanged before the step of this number. @returns the steps there were */
  const run = async (at: number): Promise<{ readonly steps: number; readonly failure: unknown }> => {
    server.load(EXCHANGES.slice(1));
    const folder = await ExportFolder.open(root, 's');
    const signal = new AbortController().signal;
    const agent = new Agent();
    const http = new ArangoHttp(agent);
    const session = new ArangoSession('_system', http, {
      addresses: [server.url],
      authorization: 'Basic cm9vdDo=',
      signal,
      onAnswer: () => undefined,
    });
    let steps = 0;
    const watched = new Proxy(folder, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (steps++ === at) swap();
          return Reflect.apply(member, target, args);
        };
      },
    });
    const collections = ['animals', 'demo'].map((name) => ({
      name,
      type: 'document' as const,
      isSystem: false,
    }));
    const order = { format: 'jsonl' as const, documentLimit: 100_000, maxRuntimeMs: 120_000, memoryLimit: 0 };
    const failure: unknown = await exportCollections(session, watched, {
      ...order,
      collections,
      onProgress: () => undefined,
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    await folder.close();
    await agent.close();
    return { steps, failure };
  };

  it('leaves nothing anywhere, those of the manifest included', async () => {
    const { steps, failure } = await run(-1);
    expect(failure).toBeUndefined();
    for (let at = 0; at < steps; at++) {
      await removeFolder(scratch);
      await mkdir(join(root, 's'), { recursive: true });
      await mkdir(outside);
      expect((await run(at)).failure, `step ${at} of ${steps}`).toBeInstanceOf(Error);
      const files = Object.entries(await filesBeneath(scratch)).filter(
        ([name, contents]) => !name.endsWith('/') && contents !== '(link)',
      );
      expect(files, `step ${at} of ${steps}`).toEqual([]);
    }
  });
});

describe.each([undefined, false])('a file (paths through what is open: %j)', (throughHandles) => {
  it.each(SWAPS)('is removed when somebody exchanges %s while it is written', async (_title, swap) => {
    const folder = await ExportFolder.open(root, 's', throughHandles);
    const writing = writeExportFile(folder, 'a.jsonl', async (write) => {
      await write(Buffer.from('one\n'));
      swap();
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
