import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const DEMO = join(import.meta.dirname, '..', '..', 'dist', 'demo', 'main.js');

it('the demo plays to its end and finds every reply as expected', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [DEMO], {
    env: { PATH: process.env.PATH ?? '' },
  });
  expect(stdout).toMatch(/All 13 replies were as expected\.\n$/);
  // Plain text where the output is no terminal.
  expect(stdout).not.toContain('\u001b[');
});
