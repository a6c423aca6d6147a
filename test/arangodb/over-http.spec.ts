import type { AddressInfo } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { createHttpApp } from '../../src/http/create-http-app.js';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import type { CallRecord } from '../../src/mcp/calls/call-record.js';
import { abort, begin, cursor, explained } from '../helpers/arango-exchanges.js';
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

it('readiness does not depend on a broker that nobody asked for', async () => {
  const response = await fetch(`${origin}/health/ready`);
  expect(response.status).toBe(200);
});
