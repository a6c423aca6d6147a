import { createServer } from 'node:net';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS, startHttpServer, type HttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

const TOKEN = { authorization: 'Bearer right-token' };

/** What an attacker may try against a server that others can reach; each try must end in a refusal. */
describe.each(PLATFORMS)('attacks on the HTTP server on %s', (platform) => {
  let server: HttpServer;
  let inside: { readonly port: number; readonly connections: () => number; close(): Promise<unknown> };
  beforeAll(async () => {
    // A machine that only this server can reach.
    let connections = 0;
    const target = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    target.listen(0, '127.0.0.1');
    await once(target, 'listening');
    inside = {
      port: (target.address() as AddressInfo).port,
      connections: () => connections,
      close: () => once(target.close(), 'close'),
    };
    server = await startHttpServer(platform, {
      CORADB_DRIVER: 'broker',
      CORADB_HTTP_TOKENS: 'right-token',
      CORADB_HOST: 'db.invalid',
    });
  });
  afterAll(async () => {
    await server.close();
    await inside.close();
  });

  const call = async (args: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const params = { name: 'connection_info', arguments: args };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const reply = await send(server.origin, {
      headers: { ...TOKEN, accept: 'application/json', ...headers },
      body,
    });
    return reply.text;
  };

  it('DNS rebinding: a page whose name resolves here is refused by Host and by Origin', async () => {
    const rebound = { ...TOKEN, host: 'rebound.evil.example', origin: 'http://rebound.evil.example' };
    expect((await send(server.origin, { headers: rebound })).status).toBe(403);
    expect(
      (await send(server.origin, { headers: { ...TOKEN, origin: 'http://rebound.evil.example' } })).status,
    ).toBe(403);
    expect((await send(server.origin, { headers: { ...TOKEN, host: 'rebound.evil.example' } })).status).toBe(
      403,
    );
  });

  it('DNS rebinding: two Host headers, or one in the request line, do not help', async () => {
    const raw = async (head: string) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
      socket.end(`${head}\r\n${'authorization: Bearer right-token'}\r\nconnection: close\r\n\r\n`);
      let text = '';
      for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
      return text.split('\r\n')[0];
    };
    expect(await raw('GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example')).toMatch(
      / 40[03] /,
    );
    expect(await raw('GET http://evil.example/mcp HTTP/1.1\r\nHost: evil.example')).toMatch(/ 40[03] /);
    expect(await raw('GET /mcp HTTP/1.1')).toMatch(/ 400 /);
    expect(await raw('GET /mcp HTTP/1.0')).toMatch(/ 40[03] /);
  });

  it.each([
    ['another host', () => ({ host: '127.0.0.1', port: inside.port })],
    ['another port of the own host', () => ({ port: inside.port })],
    ['a host with a port', () => ({ host: `127.0.0.1:${inside.port}` })],
    ['a list of hosts', () => ({ host: `db.invalid,127.0.0.1:${inside.port}` })],
    ['an address of a cloud', () => ({ host: '169.254.169.254', port: 80 })],
    ['an address in disguise', () => ({ host: '2130706433', port: inside.port })],
  ])('SSRF through "host": %s is refused and never connected to', async (_name, args) => {
    expect(await call({ database: 'shop', ...args() })).toContain('not allowed by CORADB_ALLOWED_HOSTS');
    expect(inside.connections()).toBe(0);
  });

  it.each([
    'shop@127.0.0.1',
    'shop@',
    '../shop',
    'shop/..',
    'shop:33000',
    'shop;evil',
    'shop\r\nx',
    'shop\u0000x',
  ])('SSRF through "database": %j is refused', async (database) => {
    expect(await call({ database })).toContain('must be a plain name');
    expect(inside.connections()).toBe(0);
  });

  it.each([
    ['X-CoraDB-User', 'dba@127.0.0.1'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"} {"forged":"line'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-original-url', '/health/live'],
    ['x-http-method-override', 'DELETE'],
  ])('header injection: %s changes neither the broker nor the reply', async (name, value) => {
    const reply = await call({ database: 'shop', host: '127.0.0.1' }, { [name]: value });
    expect(reply).toContain('not allowed by CORADB_ALLOWED_HOSTS');
    expect(reply).not.toContain('forged');
    expect(inside.connections()).toBe(0);
  });

  it('header injection: a request cannot say itself who sends it', async () => {
    const headers = { user: 'admin', 'x-user': '{"scopes":["coradb:write"]}', auth: 'admin' };
    expect((await send(server.origin, { headers })).status).toBe(401);
  });

  it.each([
    '/health/live/../../mcp',
    '/health/live/%2e%2e/%2e%2e/mcp',
    '/health/live%2f..%2f..%2fmcp',
    '/health/live;/mcp',
    '/%6dcp',
    '/mcp/',
    '//mcp',
    '/MCP',
    '/.well-known/oauth-protected-resource/../../mcp',
    '/../../../../etc/passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/package.json',
    '/.env',
    '/metrics',
  ])('path traversal: %s reaches nothing without a token', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await send(server.origin, { path, method });
      expect([400, 401, 403, 404]).toContain(reply.status);
      expect(reply.text).not.toMatch(/root:|coradb-mcp-nest|CORADB_/);
    }
  });

  it('prototype pollution: __proto__ in a message changes nothing', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}';
    await send(server.origin, { headers: TOKEN, body });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('a reply never names where the server runs or what it is made of', async () => {
    for (const path of ['/nowhere', '/mcp', '/health/ready']) {
      const reply = await send(server.origin, { headers: TOKEN, path, method: 'GET' });
      expect(reply.text).not.toMatch(/node_modules|\.ts:|\.js:|at .*\(|db\.invalid/);
      expect(reply.headers.server).toBeUndefined();
      expect(reply.headers['x-powered-by']).toBeUndefined();
    }
  });
});
