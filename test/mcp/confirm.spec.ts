import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { openHttp } from '../helpers/http-session.js';
import {
  ERAS,
  type Era,
  type McpSession,
  newClient,
  openInProcess,
  openStdio,
  readReply,
  type SettingsEnv,
} from '../helpers/mcp-session.js';

type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, boolean>;
};

const YES: Answer = { action: 'accept', content: { confirm: true } };
const DATABASE = { database: 'e-commerce' };

const TRANSPORTS = {
  'in process': (era: Era, env: SettingsEnv, client: Client) =>
    openInProcess(era, loadSettings({ CORADB_DRIVER: 'embedded', ...env }, '').coradb, client),
  'over stdio': (era: Era, env: SettingsEnv, client: Client) => openStdio(era, env, ['--embedded'], client),
  'over HTTP on express': (era: Era, env: SettingsEnv, client: Client) =>
    openHttp('express', era, env, client),
  'over HTTP on fastify': (era: Era, env: SettingsEnv, client: Client) =>
    openHttp('fastify', era, env, client),
};

// Over HTTP without sessions nobody can be asked in the 2025 era: see test/http/confirm.spec.ts.
const CASES = ERAS.flatMap((era) => Object.keys(TRANSPORTS).map((name) => [name, era] as const)).filter(
  ([name, era]) => era === '2026-07-28' || !name.includes('HTTP'),
);

/** A client that asks a person, who answers as told and remembers the questions. */
async function open(transport: string, era: Era, env: SettingsEnv) {
  const person: { answer: () => Answer | Promise<Answer>; readonly questions: string[] } = {
    answer: () => YES,
    questions: [],
  };
  const client = newClient(era, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async (request) => {
    person.questions.push(request.params.message);
    return person.answer();
  });
  const session = await TRANSPORTS[transport as keyof typeof TRANSPORTS](era, env, client);
  return { session, person };
}

async function stockOf(session: McpSession, id: number): Promise<number> {
  const sql = `SELECT units_in_stock FROM product WHERE id = ${id}`;
  return (await session.call('execute_select', { ...DATABASE, sql })).document.statements[0].rows[0][0];
}

describe.each(CASES)('CORADB_CONFIRM %s, protocol %s', (transport, era) => {
  let session: McpSession;
  let person: Awaited<ReturnType<typeof open>>['person'];

  beforeAll(async () => {
    ({ session, person } = await open(transport, era, { CORADB_CONFIRM: 'destructive' }));
  });
  afterAll(() => session.close());
  afterEach(() => {
    person.questions.length = 0;
    person.answer = () => YES;
  });

  const run = (sql: string, more: Record<string, unknown> = {}) =>
    session.call('execute_sql', { ...DATABASE, sql, ...more });

  it.each([
    "INSERT OR REPLACE INTO category VALUES (1, 'x', NULL)",
    "INSERT INTO category VALUES (1, 'x', NULL) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
  ])('asks before rows are replaced: %s', async (sql) => {
    person.answer = () => ({ action: 'decline' });
    const { document } = await run(sql);
    expect(person.questions).toHaveLength(1);
    expect(document.error.message).toContain('nothing was saved');
  });

  it('asks with the statement, the rows of a trial and the database, and commits after a yes', async () => {
    const sql = 'UPDATE product SET units_in_stock = 71 WHERE id IN (1, 2, 3)';
    const { document, isError } = await run(sql);
    expect(isError).toBe(false);
    expect(document).toMatchObject({ transaction: 'committed', statements: [{ affectedRows: 3 }] });
    expect(await stockOf(session, 2)).toBe(71);
    expect(person.questions).toEqual([
      `Save this in database "e-commerce" (dba@embedded/e-commerce)?\n\n${sql}\n\n` +
        'A trial, rolled back: statement 1 (UPDATE) changed 3 rows.',
    ]);
  });

  it.each<[string, Answer]>([
    ['says no', { action: 'accept', content: { confirm: false } }],
    ['leaves the form empty', { action: 'accept' }],
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
  ])('saves nothing when the person %s', async (_name, answer) => {
    const before = await stockOf(session, 4);
    person.answer = () => answer;
    const { document, isError } = await run('UPDATE product SET units_in_stock = 7777 WHERE id = 4');
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({ layer: 'guard' });
    expect(person.questions).toHaveLength(1);
    expect(await stockOf(session, 4)).toBe(before);
  });

  it('saves nothing when the person never answers', async () => {
    const before = await stockOf(session, 5);
    const asked = new Promise<void>((resolve) => {
      person.answer = () => {
        resolve();
        return new Promise<Answer>(() => undefined);
      };
    });
    const cancel = new AbortController();
    // A client of the 2026 era just never calls again; one of the 2025 era may cancel the call that waits.
    session
      .call(
        'execute_sql',
        { ...DATABASE, sql: 'UPDATE product SET units_in_stock = 7777 WHERE id = 5' },
        cancel.signal,
      )
      .catch(() => undefined);
    await asked;
    cancel.abort();
    expect(await stockOf(session, 5)).toBe(before);
  });

  it('saves nothing when other rows would change than were confirmed', async () => {
    person.answer = async () => {
      // Somebody else adds a row while the person thinks.
      const sql = "INSERT INTO product SELECT MAX(id) + 1, 'late', 'late', 1, 4242 FROM product";
      await session.call('execute_sql', { ...DATABASE, sql });
      return YES;
    };
    const changed = await run("UPDATE product SET description = 'x' WHERE units_in_stock = 4242");
    expect(changed.isError).toBe(true);
    expect(changed.document).toMatchObject({ transaction: 'rolled back', error: { layer: 'guard' } });
    expect(changed.document.error.message).toMatch(
      /^The statement changed \d+ rows now, but \d+ were confirmed\.$/,
    );
  });

  it('asks nothing for what only adds or reads, for dry runs, and for what fails or is refused anyway', async () => {
    expect((await run('SELECT 1')).document.transaction).toBe('committed');
    expect((await run('CREATE TABLE t_confirm (a INTEGER)')).document.transaction).toBe('committed');
    expect((await run('INSERT INTO t_confirm VALUES (1)')).document.transaction).toBe('committed');
    const dry = await run('DELETE FROM t_confirm', { dryRun: true });
    expect(dry.document).toMatchObject({ transaction: 'rolled back', statements: [{ affectedRows: 1 }] });
    const failed = await run('UPDATE nowhere SET a = 1');
    expect(failed.document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine' } });
    const refused = await run('COMMIT');
    expect(refused.document.error.layer).toBe('guard');
    expect(person.questions).toEqual([]);
  });

  it('asks for a drop', async () => {
    await run('CREATE TABLE t_dropped (a INTEGER)');
    expect((await run('DROP TABLE t_dropped')).document.transaction).toBe('committed');
    expect(person.questions[0]).toContain('statement 1 (DROP_TABLE) succeeded');
  });
});

it.each(ERAS)('the audit log over stdio tells a question from its answer, protocol %s', async (era) => {
  const audit = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'audit.jsonl');
  const { session } = await open('over stdio', era, { CORADB_CONFIRM: 'always', CORADB_AUDIT_LOG: audit });
  const sql = 'UPDATE product SET units_in_stock = 72 WHERE id = 1';
  expect((await session.call('execute_sql', { ...DATABASE, sql })).document.transaction).toBe('committed');
  await session.close();
  const lines = readFileSync(audit, 'utf8').trim().split('\n');
  const outcomes = lines.map((line) => (JSON.parse(line) as { readonly outcome: string }).outcome);
  expect(outcomes).toEqual(['asked', 'committed']);
});

// In process only: a start of the command is slow, and the cases above have gone over stdio.
describe.each(ERAS)('CORADB_CONFIRM=always, protocol %s', (era) => {
  const transport = 'in process';

  it('asks for everything that would be saved', async () => {
    const { session, person } = await open(transport, era, { CORADB_CONFIRM: 'always' });
    const { document } = await session.call('execute_sql', { ...DATABASE, sql: 'SELECT 1' });
    expect(document.transaction).toBe('committed');
    expect(person.questions).toHaveLength(1);
    await session.close();
  });

  it('saves nothing for a client that cannot ask, and says so', async () => {
    const client = newClient(era);
    const env = { CORADB_CONFIRM: 'always' };
    const session = await TRANSPORTS[transport](era, env, client);
    const before = await stockOf(session, 7);
    const { document, isError } = await session.call('execute_sql', {
      ...DATABASE,
      sql: 'UPDATE product SET units_in_stock = 7777 WHERE id = 7',
    });
    expect(isError).toBe(true);
    expect(document.error).toEqual({
      layer: 'guard',
      message:
        'A person must confirm this change (CORADB_CONFIRM=always), but this client does not say that it can ask ' +
        'one (elicitation, form mode). Nothing was saved.',
      hint:
        'Try it with dryRun. To save it, use a client that supports elicitation, over stdio or over HTTP with ' +
        'protocol 2026-07-28.',
    });
    expect(await stockOf(session, 7)).toBe(before);
    await session.close();
  });
});

describe.each(Object.keys(TRANSPORTS))('answers that are not to be trusted, %s', (transport) => {
  const SQL = 'UPDATE product SET units_in_stock = units_in_stock + 1 WHERE id = 8';
  const OTHER = 'UPDATE product SET units_in_stock = units_in_stock + 1 WHERE id = 9';
  let session: McpSession;

  beforeAll(async () => {
    const client = newClient('2026-07-28', {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    });
    client.setRequestHandler('elicitation/create', () => YES);
    const open = TRANSPORTS[transport as keyof typeof TRANSPORTS];
    session = await open('2026-07-28', { CORADB_CONFIRM: 'always' }, client);
  });
  afterAll(() => session.close());

  /** One round by hand: what the client sends is up to the test. */
  async function send(sql: string, answer?: { readonly state?: string; readonly answer?: Answer }) {
    const params = {
      name: 'execute_sql',
      arguments: { ...DATABASE, sql },
      ...(answer && { inputResponses: { confirm: answer.answer ?? YES } }),
      ...(answer?.state !== undefined && { requestState: answer.state }),
    };
    const result = await session.client.callTool(params, { allowInputRequired: true });
    return result as CallToolResult & { readonly resultType?: string; readonly requestState?: string };
  }

  const asked = { resultType: 'input_required' };

  it('a yes without a question is asked', async () => {
    const before = await stockOf(session, 8);
    expect(await send(SQL, {})).toMatchObject(asked);
    expect(await send(SQL, { state: 'v1.forged.state' })).toMatchObject(asked);
    expect(await stockOf(session, 8)).toBe(before);
  });

  it('a yes to another statement is asked again, and a used one too', async () => {
    const before = [await stockOf(session, 8), await stockOf(session, 9)] as const;
    const state = (await send(SQL)).requestState ?? '';
    expect(await send(OTHER, { state })).toMatchObject(asked);
    expect(await stockOf(session, 9)).toBe(before[1]);
    const real = readReply(await send(SQL, { state }));
    expect(real.document.transaction).toBe('committed');
    expect(await stockOf(session, 8)).toBe(before[0] + 1);
    expect(await send(SQL, { state })).toMatchObject(asked);
    expect(await stockOf(session, 8)).toBe(before[0] + 1);
  });

  it('a no cannot be turned into a yes', async () => {
    const before = await stockOf(session, 8);
    const state = (await send(SQL)).requestState ?? '';
    const no = await send(SQL, { state, answer: { action: 'decline' } });
    expect(no.isError).toBe(true);
    expect(await send(SQL, { state })).toMatchObject(asked);
    expect(await stockOf(session, 8)).toBe(before);
  });

  it('several yeses at the same time save at most once', async () => {
    const before = await stockOf(session, 8);
    const state = (await send(SQL)).requestState ?? '';
    const results = await Promise.all([send(SQL, { state }), send(SQL, { state }), send(SQL, { state })]);
    // The others are asked again, or meet each other's change as a conflict: then nothing is saved at all.
    const saved = results.filter(({ resultType, structuredContent }) => {
      const document = structuredContent as { readonly transaction?: string } | undefined;
      return resultType !== 'input_required' && document?.transaction === 'committed';
    });
    expect(saved.length).toBeLessThanOrEqual(1);
    expect(await stockOf(session, 8)).toBe(before + saved.length);
  });

  it('the question shows no password', async () => {
    const args = { ...DATABASE, user: 'dba', password: '', sql: SQL };
    const result = await session.client.callTool(
      { name: 'execute_sql', arguments: args, _meta: { 'coradb/password': 'S3cret-pw' } },
      { allowInputRequired: true },
    );
    expect(JSON.stringify(result)).not.toContain('S3cret-pw');
  });
});
