import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder, scratchFolder } from '../../../../test/helpers/scratch-folder.js';
import { makeFolder } from './make-folder.js';

let root: string;
beforeAll(async () => void (root = await scratchFolder()));
afterAll(() => removeFolder(root));

it('makes the folders above as well, and does nothing where it is there', async () => {
  const path = join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it.runIf(process.platform === 'linux')('ends in a folder that takes none', async () => {
  await expect(makeFolder('/proc/nope/deeper')).rejects.toMatchObject({ code: 'ENOENT' });
});

it('fails under a file, and on one', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
