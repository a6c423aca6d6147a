import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { abort, begin, exportedRows, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { COMMAND, newClient, readReply, type Era, type SettingsEnv } from '../helpers/mcp-session.js';
import { filesBeneath, removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const run = promisify(execFile);

// Each test starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Room on the small file system, and most bytes in a file where there can be none. */
const ROOM_BYTES = 128 * 1024;
/** `ulimit -f` of a POSIX shell counts blocks of 512 bytes. */
const BLOCK_BYTES = 512;
const ERA: Era = '2026-07-28';

const LISTED = recorded('RestCollectionGetAllCollections');
const SMALL = ['{"_key":"1"}'];
const LARGE = Array.from({ length: 200 }, (_, index) => `{"_key":"${index}","text":"${'x'.repeat(2_000)}"}`);

let server: ArangoReplayServer;
let root: string;
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
beforeEach(async () => void (root = await scratchFolder()));
afterEach(() => removeFolder(root));

/** The built command as its own process. */
async function start(env: SettingsEnv, command: readonly string[] = [process.execPath, COMMAND]) {
  const [program = '', ...args] = command;
  const transport = new StdioClientTransport({
    command: program,
    args,
    env: { PATH: process.env.PATH ?? '', ARANGO_URL: server.url, ...env },
    stderr: 'ignore',
  });
  const client = newClient(ERA);
  await client.connect(transport);
  return { client, transport };
}

const animalsThenDemo = (folder: string) => ({
  name: 'arango_export',
  arguments: { folder, collections: ['animals', 'demo'] },
});

/** Mounts a small file system; false where this user may not. */
async function mountSmall(folder: string): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOM_BYTES}`, 'tmpfs', folder]);
    return true;
  } catch {
    return false;
  }
}

describe('an export that runs out of room', () => {
  const fails = async (env: SettingsEnv, command?: readonly string[]): Promise<string> => {
    server.load(
      LISTED,
      begin({ read: ['animals', 'demo'] }),
      exportedRows('animals', SMALL),
      exportedRows('demo', LARGE, { limit: 99_999 }),
      abort(),
    );
    const { client } = await start(env, command);
    const { isError, document } = readReply(await client.callTool(animalsThenDemo('first')));
    await client.close();
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({
      layer: 'driver',
      hint: expect.stringMatching(/Nothing of this export/),
    });
    expect(await filesBeneath(env.ARANGO_BACKUP_ROOT ?? '')).toEqual({});
    return document.error.message as string;
  };

  it('in the largest file allowed leaves nothing behind', async () => {
    const limited = `ulimit -f ${ROOM_BYTES / BLOCK_BYTES}; exec "$0" "$1"`;
    const message = await fails({ ARANGO_BACKUP_ROOT: root }, [
      'sh',
      '-c',
      limited,
      process.execPath,
      COMMAND,
    ]);
    expect(message).toMatch(/^"demo\.jsonl" cannot be written: EFBIG: file too large/);
  });

  it('on the disk leaves nothing behind, and a smaller export then fits', async () => {
    const disk = join(root, 'disk');
    await mkdir(disk);
    // Where nothing can be mounted, the limit of the process stands in for the disk: the message differs, nothing else.
    const mounted = await mountSmall(disk);
    const limited = `ulimit -f ${ROOM_BYTES / BLOCK_BYTES}; exec "$0" "$1"`;
    const command = mounted ? undefined : ['sh', '-c', limited, process.execPath, COMMAND];
    try {
      const message = await fails({ ARANGO_BACKUP_ROOT: disk }, command);
      expect(message).toMatch(
        mounted ? /^"demo\.jsonl" cannot be written: ENOSPC: no space left on device/ : /EFBIG/,
      );
      server.load(LISTED, begin({ read: ['demo'] }), exportedRows('demo', SMALL), abort());
      const { client } = await start({ ARANGO_BACKUP_ROOT: disk });
      const reply = await client.callTool({
        name: 'arango_export',
        arguments: { folder: 'first', collections: ['demo'] },
      });
      await client.close();
      expect(readReply(reply).document).toMatchObject({ complete: true });
      expect((await filesBeneath(disk))['first/demo.jsonl']).toBe(`${SMALL[0]}\n`);
    } finally {
      if (mounted) await run('umount', [disk]);
    }
  });
});

describe('a process that dies between two files', () => {
  it('leaves whole files, no manifest, and nothing that looks like the file it was at', async () => {
    const animals = exportedRows('animals', SMALL);
    server.load(LISTED, begin({ read: ['animals', 'demo'] }));
    // The first file's rows are answered whole, the second file's break off.
    let asked = 0;
    server.fail('POST /_api/cursor', (_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      if (asked++ === 0) response.end(JSON.stringify(animals.response.body));
      else response.write('{"result":["{\\"_key\\":\\"half\\"}",');
      if (asked === 2) halfWay();
    });
    let halfWay = (): void => undefined;
    const second = new Promise<void>((resolve) => (halfWay = resolve));
    const { client, transport } = await start({ ARANGO_BACKUP_ROOT: root });
    const call = client.callTool(animalsThenDemo('first'));
    call.catch(() => undefined);
    await second;
    process.kill(transport.pid ?? 0, 'SIGKILL');
    await expect(call).rejects.toThrow();
    const files = await filesBeneath(join(root, 'first'));
    const named = Object.keys(files).filter((name) => !/^\.[0-9a-f-]{36}\.part$/.test(name));
    expect(named).toEqual(['animals.jsonl']);
    expect(files['animals.jsonl']).toBe(`${SMALL[0]}\n`);
  });
});
