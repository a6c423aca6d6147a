import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandProcess } from '../helpers/command-process.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

let directory: string;
beforeAll(async () => {
  directory = await scratchFolder();
});
afterAll(() => removeFolder(directory));

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const command = CommandProcess.start(args, env);
  command.endInput();
  const code = await command.ended;
  return { code, stdout: `${command.stdout.join('\n')}\n`, stderr: command.stderr };
}

describe('the command before it serves anybody', () => {
  it.each<readonly [Record<string, string>, string]>([
    [{ CORADB_DRIVER: 'mysql' }, 'CORADB_DRIVER=mysql: The driver package mysql is not installed'],
    [{ CORADB_DRIVER: '/nowhere' }, 'CORADB_DRIVER=/nowhere: The driver folder /nowhere has no package.json'],
    [
      { CORADB_DRIVER: 'embedded', CORADB_EMBEDDED_DIR: '/proc/x' },
      'CORADB_EMBEDDED_DIR=/proc/x: must be a folder that this process may write to (ENOENT)',
    ],
    [
      { CORADB_TLS: 'verify', CORADB_TLS_CA_FILE: '/nowhere/ca.pem' },
      'CORADB_DRIVER=auto: CORADB_TLS_CA_FILE: /nowhere/ca.pem cannot be read',
    ],
  ])('--check finds that nothing could work with %j', async (env, problem) => {
    const { code, stdout, stderr } = await run(['--check'], env);
    expect(code).toBe(2);
    expect(stdout).toContain('Settings:');
    expect(stderr).toContain(problem);
  });

  it('--check leaves no folder behind, and shows whole paths and the values that hold', async () => {
    const env = { CORADB_EMBEDDED_DIR: join(directory, 'not', 'there') };
    const { code, stdout } = await run(['--embedded', '--check'], env);
    expect(code).toBe(0);
    expect(existsSync(join(directory, 'not'))).toBe(false);
    expect(stdout).toContain(`${directory}/not/there`);
    expect(stdout).toMatch(/CORADB_ALLOWED_HOSTS +\*\n/);
    expect(stdout).toMatch(/CORADB_LOG_LEVEL +warn\n/);
    const overHttp = await run(['--http', '--check'], { CORADB_HTTP_TOKENS: 'abc' });
    expect(overHttp.stdout).toMatch(/CORADB_ALLOWED_HOSTS +localhost:33000\n/);
    expect(overHttp.stdout).toMatch(/CORADB_AUDIT_LOG +stderr\n/);
    expect(overHttp.stdout).toContain(
      'Warning: Entry 1 of CORADB_HTTP_TOKENS has fewer than 16 characters; take the output of openssl rand -hex 32',
    );
    const open = await run(['--http', '--check']);
    expect(open.stdout).toContain('Warning: Any program on this machine can call, and save changes');
  });

  it('other machines may not guess a short token', async () => {
    const { code, stderr } = await run(['--http'], {
      CORADB_HTTP_HOST: '0.0.0.0',
      CORADB_HTTP_TOKENS: 'a:abc',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('CORADB_HTTP_TOKENS=(hidden): entry 1 has fewer than 16 characters');
  });

  it('-v and -h are --version and --help', async () => {
    expect((await run(['-v'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await run(['-h'])).stdout).toBe((await run(['--help'])).stdout);
  });
});
