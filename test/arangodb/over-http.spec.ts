import type { AddressInfo } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { createHttpApp } from '../../src/http/create-http-app.js';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import type { CallRecord } from '../../src/mcp/calls/call-record.js';
import { abort, begin, commit, cursor, explained, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS } from '../helpers/arango-replay-server.js';
import { ERAS, newClient, readReply } from '../helpers/mcp-session.js';

let server: ArangoReplayServer;
let app: INestApplication;
let origin: string;
const records: CallRecord[] = [];

beforeAll(async () => {
  server = await ArangoReplayServer.start();
  const settings = loadSettings({ ARANGO_URL: server.url, CORADB_HTTP_RATE_LIMIT: '0' }, '');
  app = await createHttpApp(settings, { logger: false });
  app.get(CallEvents, { strict: false }).subscribe((record: CallRecord) => void records.push(record));
  await app.listen(0, '127.0.0.1');
  origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

describe.each(ERAS)('ArangoDB tools over HTTP in %s', (era) => {
  it('are the only ones, and answer', async () => {
    const client = newClient(era);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => !name.startsWith('arango_'))).toEqual([]);
    expect(client.getServerVersion()).toMatchObject({ name: 'arangodb', title: 'ArangoDB' });
    server.load(
      explained('RETURN 1', {}),
      begin({ read: [] }),
      cursor('RETURN 1', [1], { stream: true }),
      abort(),
    );
    const reply = readReply(
      await client.callTool({ name: 'arango_read_query', arguments: { query: 'RETURN 1' } }),
    );
    expect(reply.document).toMatchObject({ rows: [1], hasMore: false });
    expect(records.at(-1)).toMatchObject({
      name: 'arango_read_query',
      database: '_system',
      outcome: 'done',
      rows: 1,
    });
    expect(server.unexpected).toEqual([]);
    await client.close();
  });
});

it('the records of calls say what was changed, and where', async () => {
  const client = newClient('2026-07-28');
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  const query = 'FOR p IN products REMOVE p IN products';
  server.load(
    begin({ write: ['products'] }),
    recorded('RestDocumentHandlerPostMulti1'),
    commit(),
    recorded('RestCollectionDeleteCollectionName'),
    explained(query, { products: 'write' }, { modifies: true }),
    begin({ read: [], write: ['products'] }),
    cursor(query, [], { reply: { extra: { warnings: [], stats: { writesExecuted: 7 } } } }),
  );
  const documents = [{ Hello: 'Earth' }, { Hello: 'Venus' }, { Hello: 'Mars' }];
  await client.callTool({ name: 'arango_insert', arguments: { collection: 'products', documents } });
  expect(records.at(-1)).toMatchObject({ outcome: 'committed', affectedRows: 3, changed: ['products'] });
  await client.callTool({ name: 'arango_query', arguments: { query } });
  expect(records.at(-1)).toMatchObject({ outcome: 'committed', affectedRows: 7, changed: ['products'] });
  const drop = { name: 'arango_drop_collection', arguments: { collection: 'products1', confirm: true } };
  await client.callTool(drop);
  expect(records.at(-1)).toMatchObject({ outcome: 'done', changed: ['products1'] });
  server.load();
  server.fail('DELETE /_api/collection', FAULTS.reset);
  await client.callTool(drop);
  expect(records.at(-1)).toMatchObject({ outcome: 'unknown', errorLayer: 'driver' });
  await client.close();
});

it('a client that goes away in the middle of a query has it killed (2026 era)', async () => {
  const client = newClient('2026-07-28');
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  server.load(explained('RETURN 1', {}), begin({ read: [] }), abort());
  server.fail('POST /_api/cursor', FAULTS.hang);
  server.fail(
    'GET /_api/query/current',
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  const running = server.seen('POST /_api/cursor');
  const asked = server.seen('GET /_api/query/current');
  const aborted = server.seen('DELETE /_api/transaction/74719');
  const gone = new AbortController();
  const call = client.callTool(
    { name: 'arango_read_query', arguments: { query: 'RETURN 1' } },
    { signal: gone.signal },
  );
  call.catch(() => undefined);
  await running;
  gone.abort();
  await Promise.all([asked, aborted]);
  await client.close();
});

describe('readiness', () => {
  const available = (status: number, body: object): void =>
    server.fail('GET /_admin/server/availability', (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  /** An answer to a probe serves others for a second. */
  const probe = (): Promise<Response> =>
    vi.waitFor(
      async () => {
        const before = server.log.length;
        const response = await fetch(`${origin}/health/ready`);
        expect(server.log.length).toBeGreaterThan(before);
        return response;
      },
      { timeout: 5_000, interval: 100 },
    );

  it('does not depend on a broker that nobody asked for, but on ArangoDB', async () => {
    server.load();
    available(200, { code: 200, error: false, mode: 'default' });
    expect((await probe()).status).toBe(200);
    available(503, { code: 503, error: true, errorNum: 503, errorMessage: 'service unavailable' });
    const refused = await probe();
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('ArangoDB takes no requests');
    server.fail('GET /_admin/server/availability', FAULTS.reset);
    const gone = await probe();
    expect(gone.status).toBe(503);
    const text = await gone.text();
    expect(text).toContain('ArangoDB does not answer');
    expect(text).not.toContain('127.0.0.1');
  });
});
