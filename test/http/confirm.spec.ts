import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import type { CallRecord } from '../../src/mcp/calls/call-record.js';
import { auditLog } from '../../src/observability/audit-log.js';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { ERAS, McpSession, newClient, openInProcess, type Era } from '../helpers/mcp-session.js';

const DATABASE = { database: 'e-commerce' };
const change = (id: number) => ({
  ...DATABASE,
  sql: `UPDATE product SET units_in_stock = 7777 WHERE id = ${id}`,
});

/** A client whose person answers every question so, and counts them. */
function asking(
  era: Era,
  action: 'accept' | 'decline',
): { readonly client: Client; readonly asked: string[] } {
  const client = newClient(era, { capabilities: { elicitation: { form: {} } } });
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', (request) => {
    asked.push(request.params.message);
    return { action, ...(action === 'accept' && { content: { confirm: true } }) };
  });
  return { client, asked };
}

describe.each(PLATFORMS)('CORADB_CONFIRM over HTTP on %s', (platform) => {
  let server: HttpServer;
  const records: CallRecord[] = [];
  const audit: Record<string, unknown>[] = [];
  beforeAll(async () => {
    server = await startHttpServer(platform, { CORADB_CONFIRM: 'destructive' });
    const events = server.app.get(CallEvents, { strict: false });
    events.subscribe((record) => records.push(record));
    const note = (line: string) => void audit.push(JSON.parse(line) as Record<string, unknown>);
    events.subscribe(auditLog(note, false));
  });
  afterEach(() => {
    records.length = 0;
    audit.length = 0;
  });
  afterAll(() => server.close());

  async function open(client: Client): Promise<McpSession> {
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    return new McpSession(client, async () => undefined);
  }

  async function stockOf(session: McpSession, id: number): Promise<unknown> {
    const sql = `SELECT units_in_stock FROM product WHERE id = ${id}`;
    const { document } = await session.call('execute_select', { ...DATABASE, sql });
    records.length = 0;
    audit.length = 0;
    return document.statements[0].rows[0][0];
  }

  it('asks a client of 2026-07-28 in the same exchange, and says so in records and audit log', async () => {
    const { client, asked } = asking('2026-07-28', 'accept');
    const session = await open(client);
    const { document } = await session.call('execute_sql', change(11));
    expect(document).toMatchObject({ transaction: 'committed', statements: [{ affectedRows: 1 }] });
    expect(asked).toEqual([
      'Save this in database "e-commerce" (dba@embedded/e-commerce)?\n\n' +
        'UPDATE product SET units_in_stock = 7777 WHERE id = 11\n\n' +
        'A trial, rolled back: statement 1 (UPDATE) changed 1 row.',
    ]);
    const [question, answer] = [
      { name: 'execute_sql', database: 'e-commerce', outcome: 'asked', rows: 0, affectedRows: 0 },
      { name: 'execute_sql', database: 'e-commerce', outcome: 'committed', affectedRows: 1 },
    ];
    expect(records).toMatchObject([question, answer]);
    expect(audit).toMatchObject([question, answer]);
    expect(await stockOf(session, 11)).toBe(7777);
    await session.close();
  });

  it('saves nothing after a no, which is a refusal in records and audit log', async () => {
    const { client, asked } = asking('2026-07-28', 'decline');
    const session = await open(client);
    const before = await stockOf(session, 12);
    const { document } = await session.call('execute_sql', change(12));
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: 'The person asked did not confirm this; nothing was saved.',
    });
    expect(asked).toHaveLength(1);
    expect(audit).toMatchObject([{ outcome: 'asked' }, { outcome: 'refused', errorLayer: 'guard' }]);
    expect(await stockOf(session, 12)).toBe(before);
    await session.close();
  });

  it('refuses a client of 2025-11-25 although it could ask, and blames the transport', async () => {
    const { client, asked } = asking('2025-11-25', 'accept');
    const session = await open(client);
    const before = await stockOf(session, 13);
    const { document, isError } = await session.call('execute_sql', change(13));
    expect(isError).toBe(true);
    expect(document).toEqual({
      error: {
        layer: 'guard',
        message:
          'A person must confirm this change (CORADB_CONFIRM=destructive), but over HTTP with a protocol before ' +
          '2026-07-28 this server cannot ask one, whatever the client can do: it keeps no session. Nothing was saved.',
        hint:
          'Try it with dryRun. To save it, connect with protocol 2026-07-28, or over stdio, with a client that ' +
          'supports elicitation.',
      },
    });
    expect(asked).toEqual([]);
    expect(audit).toMatchObject([{ outcome: 'refused', errorLayer: 'guard' }]);
    expect(await stockOf(session, 13)).toBe(before);
    // What the hint says works.
    const dry = await session.call('execute_sql', { ...change(13), dryRun: true });
    expect(dry.document).toMatchObject({ transaction: 'rolled back', statements: [{ affectedRows: 1 }] });
    await session.close();
  });

  it('blames a client of 2026-07-28 that does not say it can ask', async () => {
    const session = await open(newClient('2026-07-28'));
    const { document } = await session.call('execute_sql', change(14));
    expect(document.error.message).toContain('but this client does not say that it can ask one');
    await session.close();
  });

  it.each(ERAS)('still takes what needs no confirmation, protocol %s', async (era) => {
    const session = await open(newClient(era));
    const { document } = await session.call('execute_sql', { ...DATABASE, sql: 'SELECT 1' });
    expect(document.transaction).toBe('committed');
    await session.close();
  });

  it.each(ERAS)('connection_info shows the setting, protocol %s', async (era) => {
    const session = await open(newClient(era));
    const { document } = await session.call('connection_info', DATABASE);
    expect(document.server).toMatchObject({ writeMode: 'write', confirm: 'destructive' });
    await session.close();
  });
});

describe('an answer', () => {
  it('does not count for another caller than the one that was asked', async () => {
    const server = await startHttpServer('express', {
      CORADB_CONFIRM: 'always',
      CORADB_HTTP_TOKENS: 'alice:token-of-alice,bob:token-of-bob',
    });
    const answering = async (name: string) => {
      const client = newClient('2026-07-28', {
        capabilities: { elicitation: { form: {} } },
        inputRequired: { autoFulfill: false },
      });
      const requestInit = { headers: { authorization: `Bearer token-of-${name}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
      const yes = { confirm: { action: 'accept' as const, content: { confirm: true } } };
      return async (state?: string) => {
        const answer = state === undefined ? {} : { inputResponses: yes, requestState: state };
        const params = { name: 'execute_sql', arguments: change(15), ...answer };
        return (await client.callTool(params, { allowInputRequired: true })) as {
          readonly resultType?: string;
          readonly requestState?: string;
          readonly structuredContent?: unknown;
        };
      };
    };
    const [alice, bob] = [await answering('alice'), await answering('bob')];
    const { requestState } = await alice();
    expect((await bob(requestState)).resultType).toBe('input_required');
    expect((await alice(requestState)).structuredContent).toMatchObject({ transaction: 'committed' });
    await server.close();
  });
});

describe('connection_info without CORADB_CONFIRM', () => {
  it('shows that nothing needs a confirmation', async () => {
    const { coradb } = loadSettings({ CORADB_DRIVER: 'embedded' }, '');
    const session = await openInProcess('2026-07-28', coradb);
    expect((await session.call('connection_info', DATABASE)).document.server.confirm).toBe('never');
    await session.close();
  });
});
