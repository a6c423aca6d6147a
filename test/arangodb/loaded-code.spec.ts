import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { COMMAND } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

// Each test starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Files that the command loads for one way to start it, until its client closes stdin. */
async function loadedBy(env: Record<string, string>): Promise<readonly string[]> {
  const folder = await scratchFolder();
  // V8 writes down every script it ran.
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env.PATH ?? '', NODE_V8_COVERAGE: folder, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end();
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as {
    result: { url: string }[];
  };
  await removeFolder(folder);
  return result.map(({ url }) => url);
}

const ofArango = (url: string): boolean => url.includes('/dist/arangodb/') || url.includes('/arangojs/');

it('without ARANGO_URL no code for ArangoDB is loaded', async () => {
  const loaded = await loadedBy({ CORADB_DRIVER: 'embedded' });
  expect(loaded.some((url) => url.endsWith('/dist/mcp/coradb-mcp.module.js'))).toBe(true);
  expect(loaded.filter(ofArango)).toEqual([]);
});

it('with ARANGO_URL alone it is, and none for CoraDB', async () => {
  const loaded = await loadedBy({ ARANGO_URL: 'http://127.0.0.1:9' });
  expect(loaded.filter(ofArango)).not.toEqual([]);
  const ofCoradb = /\/dist\/(?:sql|driver|schema)\/|\.tool\.js$|coradb-mcp\.module\.js$/;
  expect(loaded.filter((url) => !ofArango(url) && ofCoradb.test(url))).toEqual([]);
});
