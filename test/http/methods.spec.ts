import type { AddressInfo } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoradbMcpModule, connectCoradbMcp } from '../../src/index.js';
import { adapterOf, PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { ERAS, newClient } from '../helpers/mcp-session.js';
import { send, type RawReply, type RawRequest } from '../helpers/raw-request.js';

const METHODS = ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const;
const CASES = ERAS.flatMap((era) => METHODS.map((method) => [method, era] as const));

/** What a client of an era may send with a request that is no POST. */
const HEADERS = {
  '2025-11-25': {
    'mcp-protocol-version': '2025-11-25',
    'mcp-session-id': '1868a90c',
    'last-event-id': '42',
    accept: 'text/event-stream',
  },
  '2026-07-28': {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'execute_sql',
    accept: 'application/json, text/event-stream',
  },
};

/**
 * 405 for GET ("does not offer an SSE stream") and DELETE ("does not allow clients to terminate sessions") is what
 * 2025-11-25 says (transports, Listening and Session Management) and 2026-07-28 as well (Earlier Revisions); RFC 9110
 * §15.5.6 wants `Allow` with it.
 */
function expectNotAllowed(method: string, reply: RawReply): void {
  expect(reply.status).toBe(405);
  expect(reply.headers.allow).toBe('POST');
  expect(reply.headers['mcp-session-id']).toBeUndefined();
  expect(reply.headers['content-type']).toContain('application/json');
  if (method === 'HEAD') return expect(reply.text).toBe('');
  expect(JSON.parse(reply.text)).toEqual({
    jsonrpc: '2.0',
    error: { code: -32000, message: expect.stringMatching(/^Only POST is served at this path/) as string },
    id: null,
  });
}

describe.each(PLATFORMS)('methods of the MCP path on %s', (platform) => {
  let server: HttpServer;
  let guarded: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(platform);
    guarded = await startHttpServer(platform, { CORADB_HTTP_TOKENS: 'the-token' });
  });
  afterAll(() => Promise.all([server.close(), guarded.close()]));

  it.each(CASES)('%s is not allowed, protocol %s', async (method, era) => {
    const headers = { ...HEADERS[era], 'content-type': undefined };
    expectNotAllowed(method, await send(server.origin, { method, headers }));
  });

  it.each<[string, RawRequest]>([
    ['JSON type without a body', { headers: { 'content-type': 'application/json' } }],
    ['a broken body', { body: '{"a":' }],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['a query', { path: '/mcp?a=b' }],
    ['an override', { headers: { 'x-http-method-override': 'POST' } }],
  ])('no method is allowed with %s', async (_name, request) => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      expectNotAllowed(method, await send(server.origin, { ...request, method }));
    }
  });

  it('the token comes first', async () => {
    for (const method of METHODS) {
      expect((await send(guarded.origin, { method })).status).toBe(401);
      const headers = { authorization: 'Bearer the-token' };
      expectNotAllowed(method, await send(guarded.origin, { method, headers }));
    }
  });

  it('a foreign page and a foreign host come before that', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }]) {
      expect((await send(guarded.origin, { method: 'DELETE', headers })).status).toBe(403);
    }
  });

  it('a preflight of an allowed page is answered, and names POST', async () => {
    const headers = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' };
    const reply = await send(server.origin, { method: 'OPTIONS', headers });
    expect(reply.status).toBe(204);
    expect(reply.headers['access-control-allow-methods']).toBe('GET, POST');
  });

  it('other paths have methods of their own', async () => {
    expect((await send(server.origin, { path: '/health/live', method: 'GET' })).status).toBe(200);
    expect((await send(server.origin, { path: '/health/live', method: 'HEAD' })).status).toBe(200);
    expect((await send(server.origin, { path: '/mcp2', method: 'GET' })).status).toBe(404);
  });

  it.each(ERAS)('a client connects, calls and leaves all the same, protocol %s', async (era) => {
    const client = newClient(era);
    const transport = new StreamableHTTPClientTransport(new URL(server.url));
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await transport.terminateSession();
    await client.close();
  });
});

describe.each(PLATFORMS)('methods of the MCP path in a host on %s', (platform) => {
  let app: INestApplication;
  let origin: string;
  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      imports: [
        CoradbMcpModule.forRoot({
          settings: { driver: 'embedded' },
          http: { path: 'tools', guards: [{ canActivate: (context) => isKnown(context.getArgByIndex(0)) }] },
        }),
      ],
    }).compile();
    app = testing.createNestApplication(adapterOf(platform, 1_000_000), { logger: false });
    app.setGlobalPrefix('api');
    await connectCoradbMcp(app);
    await app.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  it.each(METHODS)("%s is not allowed, behind the host's guards", async (method) => {
    const path = '/api/tools';
    const headers = { 'content-type': undefined };
    expect((await send(origin, { method, path, headers })).status).toBe(403);
    const known = { ...headers, 'x-known': 'yes' };
    expectNotAllowed(method, await send(origin, { method, path, headers: known }));
  });

  it('POST is served', async () => {
    const reply = await send(origin, { path: '/api/tools', headers: { 'x-known': 'yes' } });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"result":{}');
  });
});

function isKnown(request: { readonly headers: Readonly<Record<string, unknown>> }): boolean {
  return request.headers['x-known'] === 'yes';
}
