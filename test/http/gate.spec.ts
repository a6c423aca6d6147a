import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { PING, send } from '../helpers/raw-request.js';

const errorOf = (text: string) => (JSON.parse(text) as { error: { code: number; message: string } }).error;

describe.each(PLATFORMS)('bad input over HTTP on %s', (platform) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(platform, { CORADB_HTTP_MAX_BODY_BYTES: '4096' });
  });
  afterAll(() => server.close());

  it.each([
    ['both forms', 'application/json, text/event-stream', 'text/event-stream'],
    ['JSON alone', 'application/json', 'application/json'],
    ['events alone', 'text/event-stream', 'text/event-stream'],
    ['anything', '*/*', 'application/json'],
    ['what it does not say', '', 'application/json'],
    ['JSON before events that it refuses', 'text/event-stream;q=0, application/json', 'application/json'],
    ['anything beside a page', 'text/html, */*;q=0.1', 'application/json'],
  ])('answers a client that takes %s', async (_name, accept, type) => {
    const reply = await send(server.origin, { headers: { accept } });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain(type);
    expect(reply.text).toContain('"result":{}');
    expect(reply.headers['x-powered-by']).toBeUndefined();
    expect(reply.headers['cache-control']).toContain('no-');
  });

  it.each([
    ['broken JSON', { body: '{"a":' }, 400, -32700],
    ['no body', { body: '' }, 400, undefined],
    ['no JSON-RPC message', { body: '{"a":1}' }, 400, undefined],
    ['a body over the limit', { body: JSON.stringify('x'.repeat(5000)) }, 413, -32600],
    ['text', { headers: { 'content-type': 'text/plain' } }, 415, undefined],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, undefined],
    ['no content type', { headers: { 'content-type': undefined } }, 415, undefined],
    ['no type that MCP has', { headers: { accept: 'text/html' } }, 406, undefined],
    ['a type that begins like one', { headers: { accept: 'application/jsonx' } }, 406, undefined],
    [
      'a type that is not wanted',
      { headers: { accept: 'application/json;q=0, text/*; q=0.00' } },
      406,
      undefined,
    ],
    ['another path', { path: '/mcp2' }, 404, -32600],
  ])('refuses %s with a JSON-RPC error', async (_name, request, status, code) => {
    const reply = await send(server.origin, request);
    expect(reply.status).toBe(status);
    const error = errorOf(reply.text);
    expect(error.message).not.toBe('');
    if (code !== undefined) expect(error.code).toBe(code);
  });

  it('refuses a small body that unpacks to a large one', async () => {
    const body = gzipSync(
      JSON.stringify({ ...(JSON.parse(PING) as object), params: { x: 'y'.repeat(1_000_000) } }),
    );
    expect(body.length).toBeLessThan(4096);
    const reply = await send(server.origin, { body, headers: { 'content-encoding': 'gzip' } });
    // Fastify unpacks nothing: for it these bytes are no JSON.
    expect(reply.status).toBe(platform === 'express' ? 413 : 400);
  });

  it('never repeats a body in an error', async () => {
    const reply = await send(server.origin, { body: '{"password":"open sesame' });
    expect(reply.text).not.toContain('sesame');
  });

  it.each(['localhost:1', '127.0.0.1', '[::1]:3333'])('answers for the host %s', async (host) => {
    expect((await send(server.origin, { headers: { host } })).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '169.254.169.254', 'localhost@evil.example', 'x y'])(
    'refuses the host %j on every path',
    async (host) => {
      for (const path of ['/mcp', '/health/live', '/nowhere']) {
        const reply = await send(server.origin, { headers: { host }, path, method: 'GET' });
        expect(reply.status).toBe(403);
        expect(errorOf(reply.text)).toEqual({
          code: -32000,
          message: `This server does not answer for the Host ${JSON.stringify(host)} (CORADB_HTTP_ALLOWED_HOSTS).`,
        });
      }
    },
  );

  it.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'file://',
    'http://127.0.0.1.nip.io',
  ])('refuses pages of the origin %s', async (origin) => {
    for (const path of ['/mcp', '/health/live']) {
      const reply = await send(server.origin, { headers: { origin }, path, method: 'GET' });
      expect(reply.status).toBe(403);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('lets pages of this machine call, preflight included', async () => {
    const headers = { origin: 'http://localhost:6274' };
    const preflight = await send(server.origin, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('mcp-protocol-version');
    const reply = await send(server.origin, { headers });
    expect(reply.status).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBe('http://localhost:6274');
  });
});

describe('the settings of the gate', () => {
  it('name the hosts and origins that may be used', async () => {
    const server = await startHttpServer('express', {
      CORADB_HTTP_ALLOWED_HOSTS: 'mcp.example',
      CORADB_HTTP_ALLOWED_ORIGINS: 'https://app.example',
    });
    const status = async (headers: Record<string, string>) => (await send(server.origin, { headers })).status;
    expect(await status({ host: 'mcp.example' })).toBe(200);
    expect(await status({ host: 'localhost' })).toBe(403);
    expect(await status({ host: 'mcp.example', origin: 'https://app.example' })).toBe(200);
    expect(await status({ host: 'mcp.example', origin: 'http://app.example' })).toBe(403);
    expect(await status({ host: 'mcp.example', origin: 'http://localhost:1' })).toBe(403);
    await server.close();
  });

  it('limit the requests of an address, and say when to come back', async () => {
    const server = await startHttpServer('fastify', { CORADB_HTTP_RATE_LIMIT: '3' });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await send(server.origin, {})).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const reply = await send(server.origin, {});
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(errorOf(reply.text).message).toContain('CORADB_HTTP_RATE_LIMIT');
    await server.close();
  });
});
