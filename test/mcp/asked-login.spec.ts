import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { CommandProcess } from '../helpers/command-process.js';
import { LoginPage } from '../helpers/login-page.js';
import { COMMAND, ERAS, newClient, type Era, type McpSession } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

type Action = 'accept' | 'decline' | 'cancel';
type Question = { readonly mode?: string; readonly url?: string; readonly message: string };

const ENV = { CORADB_DRIVER: 'embedded', CORADB_ASK_LOGIN: 'on' };
/** The user `reader` of the sample has this password, which stands in every reply as the user's name. */
const PASSWORD = 'reader';
/** In no log, reply or error. */
const SECRET = 'Tr0ub4dor-und-3';
const READER = { database: 'e-commerce', user: 'reader' };
const SELECT = { ...READER, sql: 'SELECT 1 AS one' };
const MINUTES_5 = 300_000;

/** A client whose person opens pages, and says yes to everything else. */
class Person {
  readonly questions: Question[] = [];
  action: Action = 'accept';
  /** Runs when a page is opened, before or after the client hears of it. */
  onPage: (page: LoginPage) => unknown = () => undefined;

  readonly prepare = (client: Client): void => {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      this.questions.push(params);
      if (params.mode !== 'url') return { action: 'accept', content: { confirm: true } };
      await this.onPage(new LoginPage(params.url));
      return { action: this.action };
    });
  };
}

const open = (era: Era, person: Person, env: Record<string, string> = ENV) =>
  openApplication(era, env, {
    options: { capabilities: { elicitation: { url: {}, form: {} } } },
    prepare: person.prepare,
  });

describe.each(ERAS)('CORADB_ASK_LOGIN, protocol %s', (era) => {
  let session: McpSession;
  const person = new Person();
  beforeAll(async () => {
    session = await open(era, person);
  });
  afterAll(() => session.close());
  afterEach(() => vi.useRealTimers());
  beforeEach(() => {
    person.questions.length = 0;
    person.action = 'accept';
    person.onPage = (page) => page.type(PASSWORD);
  });

  it('sends the person to a page, and logs in with what is typed there', async () => {
    const { document } = await session.call('execute_select', SELECT);
    expect(document).toMatchObject({
      login: 'reader@embedded/e-commerce',
      statements: [{ rows: [[1]] }],
    });
    expect(person.questions).toEqual([
      expect.objectContaining({
        mode: 'url',
        message:
          'execute_select needs the password of reader@embedded/e-commerce. Type it in this page of your own machine, for this one call: neither the app nor the model sees it.',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/),
      }),
    ]);
    expect(person.questions[0]).not.toHaveProperty('requestedSchema');
  });

  it('asks at each call: nothing is kept', async () => {
    await session.call('execute_select', SELECT);
    await session.call('execute_select', SELECT);
    const urls = person.questions.map(({ url }) => url);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) await expect(new LoginPage(url ?? '').open()).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for the form: that the page was opened is no login', async () => {
    let page: LoginPage | undefined;
    const opened = new Promise<void>((resolve) => {
      person.onPage = (each) => {
        page = each;
        resolve();
      };
    });
    const call = session.call('execute_select', SELECT);
    await opened;
    expect((await page?.open())?.status).toBe(200);
    expect((await page?.type(PASSWORD))?.status).toBe(200);
    expect((await call).document.statements[0].rows).toEqual([[1]]);
  });

  it('a wrong password is a failed login that does not show it', async () => {
    person.onPage = (page) => page.type(SECRET);
    const { document, text } = await session.call('execute_select', SELECT);
    expect(document.error.layer).toBe('engine');
    expect(text + JSON.stringify(document)).not.toContain(SECRET);
  });

  it.each<Action>(['decline', 'cancel'])('%s runs nothing and closes the page', async (action) => {
    person.action = action;
    person.onPage = () => undefined;
    const { document, isError } = await session.call('execute_select', SELECT);
    expect(isError).toBe(true);
    expect(document.error).toEqual({
      layer: 'guard',
      message: 'The person asked did not open the login page; nothing was run.',
      hint: 'Ask for no password in the chat. Call again when the person is ready to type it in the page that opens.',
    });
    expect(person.questions).toHaveLength(1);
    await expect(new LoginPage(person.questions[0]?.url ?? '').open()).rejects.toThrow('ECONNREFUSED');
  });

  it('a page that nobody fills in ends after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = new Promise<void>((resolve) => (person.onPage = () => resolve()));
    const call = session.client.callTool(
      { name: 'execute_select', arguments: SELECT },
      { timeout: 2 * MINUTES_5 },
    );
    await opened;
    await vi.advanceTimersByTimeAsync(MINUTES_5);
    expect((await call).structuredContent).toMatchObject({
      error: {
        layer: 'guard',
        message: 'No password was typed in the login page within 5 minutes; nothing was run.',
      },
    });
    await expect(new LoginPage(person.questions[0]?.url ?? '').open()).rejects.toThrow('ECONNREFUSED');
  });

  it("is not asked when the call brings a password, in the arguments or in the request's _meta", async () => {
    const own = await session.call('execute_select', { ...SELECT, password: PASSWORD });
    expect(own.isError).toBe(false);
    const beside = await session.client.callTool({
      name: 'execute_select',
      arguments: SELECT,
      _meta: { 'coradb/password': PASSWORD },
    });
    expect(beside.isError).not.toBe(true);
    expect(person.questions).toEqual([]);
  });

  it('is named by connection_info', async () => {
    const { document } = await session.call('connection_info', READER);
    expect(document.server.askLogin).toBe('on');
    expect(person.questions).toHaveLength(1);
  });
});

describe.each(ERAS)('CORADB_ASK_LOGIN with other ways, protocol %s', (era) => {
  it('asks a client without URL mode nothing, and lets the call log in as it is', async () => {
    const person = new Person();
    const form = await openApplication(era, ENV, {
      options: { capabilities: { elicitation: { form: {} } } },
      prepare: person.prepare,
    });
    const dba = await form.call('execute_select', { database: 'e-commerce', sql: 'SELECT 1' });
    expect(dba.document.login).toBe('dba@embedded/e-commerce');
    expect((await form.call('execute_select', SELECT)).document.error.layer).toBe('engine');
    await form.close();
    expect(person.questions).toEqual([]);
  });

  it('is off without the setting', async () => {
    const person = new Person();
    const session = await open(era, person, { CORADB_DRIVER: 'embedded' });
    expect((await session.call('execute_select', SELECT)).document.error.layer).toBe('engine');
    await session.close();
    expect(person.questions).toEqual([]);
  });

  it('comes after the credential helper, for a login that it does not know', async () => {
    const folder = await scratchFolder();
    const script = join(folder, 'helper.mjs');
    const command = `"${process.execPath}" "${script}"`;
    const person = new Person();
    person.onPage = (page) => page.type(PASSWORD);
    const session = await open(era, person, { ...ENV, CORADB_CREDENTIAL_HELPER: command });
    const answer = (text: string, code: number) =>
      writeFile(script, `process.stdout.write(${JSON.stringify(text)}); process.exitCode = ${code};`);
    await answer(JSON.stringify({ Username: 'reader', Secret: PASSWORD }), 0);
    expect((await session.call('execute_select', SELECT)).isError).toBe(false);
    expect(person.questions).toHaveLength(0);
    await answer('credentials not found in native keychain', 1);
    expect((await session.call('execute_select', SELECT)).isError).toBe(false);
    expect(person.questions).toHaveLength(1);
    await answer('the keychain is locked', 1);
    expect((await session.call('execute_select', SELECT)).document.error.message).toContain('exit code 1');
    expect(person.questions).toHaveLength(1);
    await session.close();
    await removeFolder(folder);
  });

  it('asks for the password once where the change must be confirmed too', async () => {
    const person = new Person();
    person.onPage = (page) => page.type('');
    const session = await open(era, person, { ...ENV, CORADB_CONFIRM: 'always' });
    const sql = 'UPDATE product SET units_in_stock = 71 WHERE id = 1';
    const { document } = await session.call('execute_sql', { database: 'e-commerce', user: 'dba', sql });
    expect(document.transaction).toBe('committed');
    expect(person.questions.map(({ mode }) => mode ?? 'form')).toEqual(['url', 'form']);
    await session.close();
  });
});

describe('answers that are not to be trusted, protocol 2026-07-28', () => {
  let session: McpSession;
  beforeAll(async () => {
    session = await openApplication(
      '2026-07-28',
      { ...ENV, CORADB_CONFIRM: 'always' },
      {
        options: {
          capabilities: { elicitation: { url: {}, form: {} } },
          inputRequired: { autoFulfill: false },
        },
        prepare: (client) =>
          client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const })),
      },
    );
  });
  afterAll(() => session.close());

  type Round = CallToolResult & {
    readonly requestState?: string;
    readonly inputRequests?: Record<string, { readonly params: Question }>;
  };

  /** One round by hand: what the client sends is up to the test. */
  async function round(
    name: string,
    args: Record<string, unknown>,
    state?: string,
    answer: Record<string, unknown> = { login: { action: 'accept' } },
  ): Promise<Round> {
    const back = state === undefined ? {} : { inputResponses: answer, requestState: state };
    const params = { name, arguments: args, ...back };
    return session.client.callTool(params as never, { allowInputRequired: true }) as Promise<Round>;
  }
  const pageOf = (asked: Round) => new LoginPage(asked.inputRequests?.login?.params.url ?? '');

  it('an answer without a question, with a forged state, or of another call is asked', async () => {
    const asked = await round('execute_select', SELECT);
    await pageOf(asked).type(PASSWORD);
    const other = { ...SELECT, sql: 'SELECT 2 AS two' };
    for (const again of [
      await round('execute_select', SELECT, 'v1.forged.state'),
      await round('execute_select', other, asked.requestState),
      await round('explain_query', SELECT, asked.requestState),
      await round('execute_select', { ...SELECT, user: 'dba' }, asked.requestState),
    ]) {
      expect(Object.keys(again.inputRequests ?? {})).toEqual(['login']);
    }
    const own = await round('execute_select', SELECT, asked.requestState);
    expect(own.structuredContent).toMatchObject({ statements: [{ rows: [[1]] }] });
  });

  it('what was typed is used once', async () => {
    const asked = await round('execute_select', SELECT);
    await pageOf(asked).type(PASSWORD);
    expect((await round('execute_select', SELECT, asked.requestState)).inputRequests).toBeUndefined();
    const again = await round('execute_select', SELECT, asked.requestState);
    expect(Object.keys(again.inputRequests ?? {})).toEqual(['login']);
  });

  it('holds the password for the confirmation of this call, once', async () => {
    const sql = 'UPDATE product SET units_in_stock = 72 WHERE id = 1';
    const args = { database: 'e-commerce', user: 'dba', sql };
    const first = await round('execute_sql', args);
    await pageOf(first).type('');
    const second = await round('execute_sql', args, first.requestState);
    expect(Object.keys(second.inputRequests ?? {})).toEqual(['confirm']);
    const yes = { confirm: { action: 'accept', content: { confirm: true } } };
    const other = await round('execute_sql', { ...args, sql: `${sql} ` }, second.requestState, yes);
    expect(Object.keys(other.inputRequests ?? {})).toEqual(['login']);
    const third = await round('execute_sql', args, second.requestState, yes);
    expect(third.structuredContent).toMatchObject({ transaction: 'committed' });
    const again = await round('execute_sql', args, second.requestState, yes);
    expect(Object.keys(again.inputRequests ?? {})).toEqual(['login']);
  });

  it('a no that comes too late is no question again', async () => {
    const answer = await round('execute_select', SELECT, 'v1.old.state', { login: { action: 'cancel' } });
    expect(answer.structuredContent).toMatchObject({ error: { layer: 'guard' } });
  });

  it('the page takes no foreign host or origin, and one form', async () => {
    const page = pageOf(await round('execute_select', SELECT));
    expect((await page.open({ host: 'evil.example:80' })).status).toBe(403);
    expect((await page.type(SECRET, { host: 'localhost' })).status).toBe(403);
    for (const origin of ['http://evil.example', 'null', undefined]) {
      expect((await page.type(SECRET, { origin })).status).toBe(403);
    }
    expect((await page.type('x'.repeat(1_025))).status).toBe(400);
    expect((await new LoginPage(`${page.url}x`).open()).status).toBe(404);
    const sent = await Promise.all([page.type(PASSWORD), page.type(PASSWORD)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await page.open()).status).toBe(404);
  });

  it('the page shows where the password goes, in a browser that keeps and loads nothing', async () => {
    const page = pageOf(await round('execute_select', { ...SELECT, user: '<b>"&reader' }));
    const { text, headers } = await page.open();
    expect(text).toContain('<dt>Database</dt><dd>e-commerce</dd>');
    expect(text).toContain('<dt>Server</dt><dd>embedded</dd>');
    expect(text).toContain('<dt>User</dt><dd>&#60;b&#62;&#34;&#38;reader</dd>');
    expect(text).toContain('autocomplete="off"');
    const style = /<style>(.*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
  });

  it.each([
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['en;q=0.1,ko', 'ko'],
    ['ko;q=0', 'en'],
    ['fr', 'en'],
    [undefined, 'en'],
  ])('the page for Accept-Language %s is in %s', async (accepted, language) => {
    const page = pageOf(await round('execute_select', SELECT));
    const { text } = await page.open({ 'accept-language': accepted });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text.includes('비밀번호')).toBe(language === 'ko');
  });
});

describe('the command with CORADB_ASK_LOGIN=on', () => {
  it.each(ERAS)('keeps what is typed out of logs, audit log and messages, protocol %s', async (era) => {
    const folder = await scratchFolder();
    const audit = join(folder, 'audit.jsonl');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND],
      env: {
        ...ENV,
        PATH: process.env.PATH ?? '',
        CORADB_LOG_LEVEL: 'debug',
        CORADB_AUDIT_LOG: audit,
        CORADB_AUDIT_SQL: 'on',
      },
      stderr: 'pipe',
    });
    let seen = '';
    transport.stderr?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    const person = new Person();
    person.onPage = (page) => page.type(SECRET);
    const client = newClient(era, { capabilities: { elicitation: { url: {} } } });
    person.prepare(client);
    await client.connect(transport);
    seen += JSON.stringify(await client.callTool({ name: 'execute_select', arguments: SELECT }));
    seen += JSON.stringify(person.questions);
    await client.close();
    const written = await readFile(audit, 'utf8');
    const outcomes = written.trim().split('\n');
    expect(outcomes.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual([
      'asked',
      'failed',
    ]);
    expect(written + seen).not.toContain(SECRET);
    await removeFolder(folder);
  });

  it('does not serve over HTTP', async () => {
    const command = CommandProcess.start(['--http'], ENV);
    expect(await command.ended).toBe(2);
    expect(command.stderr).toContain('CORADB_ASK_LOGIN=on: is used over stdio only');
  });
});
