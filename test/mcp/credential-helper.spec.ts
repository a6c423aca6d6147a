import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { CommandProcess } from '../helpers/command-process.js';
import { ERAS, type Era, type McpSession } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

/** Notes what it was asked, and answers what the test wrote. */
const HELPER = `
import { readFileSync, writeFileSync } from 'node:fs';
const here = (name) => new URL(name, import.meta.url);
const asked = readFileSync(0, 'utf8');
writeFileSync(here('asked.json'), JSON.stringify({ args: process.argv.slice(2), asked }));
const { stdout, code = 0 } = JSON.parse(readFileSync(here('answer.json'), 'utf8'));
process.stdout.write(stdout);
process.exitCode = code;
`;
/** In no log, reply or error, whatever happens. */
const SECRET = 'Tr0ub4dor-und-3';

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await scratchFolder();
  const script = join(folder, 'help me.mjs');
  await writeFile(script, HELPER);
  const command = `"${process.execPath}" "${script}" --profile 'my shop'`;
  env = { CORADB_DRIVER: 'embedded', CORADB_CREDENTIAL_HELPER: command };
});
afterAll(() => removeFolder(folder));
beforeEach(() => writeFile(join(folder, 'asked.json'), '"never"'));

const answers = (stdout: string, code = 0) =>
  writeFile(join(folder, 'answer.json'), JSON.stringify({ stdout, code }));
const login = (Username: string, Secret: string) =>
  answers(JSON.stringify({ ServerURL: 'embedded/e-commerce', Username, Secret }));
const asked = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, 'asked.json'), 'utf8'));

async function info(era: Era, args: Record<string, unknown> = {}, meta?: Record<string, unknown>) {
  const session = await openApplication(era, env);
  const result = await session.client.callTool({
    name: 'connection_info',
    arguments: args,
    ...(meta && { _meta: meta }),
  });
  await session.close();
  expect(JSON.stringify(result)).not.toContain(SECRET);
  return result.structuredContent as Record<string, unknown>;
}

describe.each(ERAS)('a credential helper, protocol %s', (era) => {
  it('is asked for the address with the database, and its login is used', async () => {
    await login('reader', 'reader');
    expect((await info(era)).login).toBe('reader@embedded/e-commerce');
    expect(await asked()).toEqual({ args: ['--profile', 'my shop', 'get'], asked: 'embedded/e-commerce\n' });
  });

  it('is named as set, without the command', async () => {
    await login('reader', 'reader');
    const report = await info(era);
    expect(report.server).toMatchObject({ credentialHelper: 'set' });
    expect(JSON.stringify(report)).not.toContain('help me.mjs');
  });

  it('is asked for the password of the user that the call names', async () => {
    await login('reader', 'reader');
    expect((await info(era, { user: 'READER' })).engineVersion).toMatch(/^DuckDB/);
  });

  it('never opens the account of another user', async () => {
    await login('reader', 'reader');
    expect((await info(era, { user: 'dba' })).error).toEqual({
      layer: 'guard',
      message:
        'The credential helper (CORADB_CREDENTIAL_HELPER) knows the login of "reader" for embedded/e-commerce, and the call names "dba".',
      hint: 'Leave "user" out to work as the user that the helper knows.',
    });
  });

  it("comes after the call's own login", async () => {
    await login('reader', SECRET);
    expect((await info(era, { user: 'dba', password: '' })).engineVersion).toMatch(/^DuckDB/);
    const beside = { 'coradb/user': 'reader', 'coradb/password': 'reader' };
    expect((await info(era, {}, beside)).login).toBe('reader@embedded/e-commerce');
    expect(await asked()).toBe('never');
  });

  it.each([
    ['credentials not found in native keychain\n', 1, 'knows no login for embedded/e-commerce'],
    [`the keychain is locked: ${SECRET}`, 3, 'failed with exit code 3. What it said is not repeated.'],
    [SECRET, 0, 'gave no JSON with "Username" and "Secret" that is a login.'],
    [JSON.stringify({ Username: 'dba' }), 0, 'gave no JSON with "Username" and "Secret" that is a login.'],
    [JSON.stringify({ Username: '<token>', Secret: SECRET }), 0, 'gave no JSON with'],
    ['null', 0, 'gave no JSON with'],
  ])('that answers %j with code %i is told so', async (stdout, code, message) => {
    await answers(stdout, code);
    const { error } = (await info(era)) as { error: { layer: string; message: string } };
    expect(error.layer).toBe('guard');
    expect(error.message).toContain('The credential helper (CORADB_CREDENTIAL_HELPER)');
    expect(error.message).toContain(message);
  });

  it('that gives a wrong password is a failed login that does not show it', async () => {
    await login('reader', SECRET);
    const report = await info(era);
    expect(report.login).toBe('reader@embedded/e-commerce');
    expect((report.error as { layer: string }).layer).toBe('engine');
  });

  it('that is not there is told so', async () => {
    const session: McpSession = await openApplication(era, {
      ...env,
      CORADB_CREDENTIAL_HELPER: 'docker-credential-nobody-has-this',
    });
    const { document } = await session.call('describe_schema', {});
    await session.close();
    expect(document.error.message).toBe(
      'The credential helper (CORADB_CREDENTIAL_HELPER) cannot be run: ENOENT.',
    );
  });
});

describe('the command with a credential helper', () => {
  it('keeps the login out of its logs and of the audit log', async () => {
    await login('reader', SECRET);
    const audit = join(folder, 'audit.jsonl');
    const command = CommandProcess.start([], {
      ...env,
      CORADB_LOG_LEVEL: 'debug',
      CORADB_AUDIT_LOG: audit,
      CORADB_AUDIT_SQL: 'on',
    });
    await command.initialize();
    command.call(1, 'execute_select', { sql: 'SELECT 1' });
    await command.lineWith('"id":1');
    command.endInput();
    expect(await command.ended).toBe(0);
    const written = await readFile(audit, 'utf8');
    expect(written).toContain('reader@embedded/e-commerce');
    expect(written + command.stderr + command.stdout.join()).not.toContain(SECRET);
  });

  it('does not serve over HTTP, where everybody would work with it', async () => {
    const command = CommandProcess.start(['--http'], env);
    expect(await command.ended).toBe(2);
    expect(command.stderr).toContain('CORADB_CREDENTIAL_HELPER: is used over stdio only');
  });

  it.each([
    ['bin/helper', '"bin/helper" depends on where the client starts this server'],
    ['"/opt/helper', 'a quote in it is not closed, or stands within a word'],
  ])('does not start with %s', async (helper, problem) => {
    const command = CommandProcess.start(['--check'], { CORADB_CREDENTIAL_HELPER: helper });
    expect(await command.ended).toBe(2);
    expect(command.stderr).toContain(problem);
  });

  it.each([
    ['docker-credential-nobody-has-this', '"docker-credential-nobody-has-this" is not found in PATH'],
    ['/nowhere/helper get', '"/nowhere/helper" is no program that this user may run'],
  ])('is told by --check that %s is not there', async (helper, problem) => {
    const settings = { CORADB_DRIVER: 'embedded', CORADB_CREDENTIAL_HELPER: helper };
    const command = CommandProcess.start(['--check'], settings);
    expect(await command.ended).toBe(2);
    expect(command.stderr).toContain(`CORADB_CREDENTIAL_HELPER: ${problem}`);
  });

  it('passes --check with a helper that is there, without running it', async () => {
    const command = CommandProcess.start(['--check'], env);
    expect(await command.ended).toBe(0);
    expect(await asked()).toBe('never');
  });
});
