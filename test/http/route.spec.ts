import type { AddressInfo } from 'node:net';
import { Agent, request } from 'node:http';
import { Controller, Get, Module, VersioningType, type Type, type VersioningOptions } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { CoradbMcpModule, connectCoradbMcp } from '../../src/index.js';
import { adapterOf, PLATFORMS, startHttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

const servers: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Each with what a client of the host's own routes must send. */
const KINDS: readonly [string, VersioningOptions, Record<string, string>][] = [
  ['URI', { type: VersioningType.URI, defaultVersion: '1' }, {}],
  ['header', { type: VersioningType.HEADER, header: 'x-version', defaultVersion: '1' }, { 'x-version': '1' }],
  [
    'media type',
    { type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '1' },
    { accept: 'application/json;v=1' },
  ],
];

@Controller('mcp/status')
class StatusController {
  @Get()
  status() {
    return 'of the host';
  }
}

describe.each(PLATFORMS)('the route on %s', (platform) => {
  it.each(KINDS)(
    'has no version where the host gives its routes one by %s',
    async (_kind, versioning, headers) => {
      @Module({
        imports: [CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp' } })],
        controllers: [StatusController],
      })
      class Host {}
      const testing = await Test.createTestingModule({ imports: [Host as Type] }).compile();
      const app = testing.createNestApplication(adapterOf(platform, 1_000_000), { logger: false });
      servers.push(app);
      app.enableVersioning(versioning);
      app.setGlobalPrefix('api');
      await connectCoradbMcp(app);
      await app.listen(0, '127.0.0.1');
      const origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
      expect((await send(origin, { path: '/api/mcp' })).status).toBe(200);
      expect((await send(origin, { path: '/api/mcp/' })).status).toBe(200);
      const status = versioning.type === VersioningType.URI ? '/api/v1/mcp/status' : '/api/mcp/status';
      expect((await send(origin, { path: status, method: 'GET', headers })).text).toBe('of the host');
    },
  );

  it('refuses bytes that are no UTF-8, which a statement would save as U+FFFD', async () => {
    const mcp = CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp' } });
    const testing = await Test.createTestingModule({ imports: [mcp] }).compile();
    const adapter = adapterOf(platform, 1_000_000);
    const app = testing.createNestApplication(adapter, { logger: false, rawBody: true });
    servers.push(app);
    await connectCoradbMcp(app);
    await app.listen(0, '127.0.0.1');
    const origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    const call = {
      name: 'execute_select',
      arguments: { database: 'e-commerce', sql: "SELECT 'caf\xe9' AS x" },
    };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    const headers = { 'mcp-protocol-version': '2025-11-25', accept: 'application/json' };
    const refused = await send(origin, { headers, body: Buffer.from(text, 'latin1') });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32_700, message: 'The body is not UTF-8.' },
      id: null,
    });
    const read = await send(origin, { headers, body: Buffer.from(text, 'utf8') });
    expect(JSON.parse(read.text).result.structuredContent.statements[0].rows).toEqual([['café']]);
  });

  it('may end with a slash, and nothing more', async () => {
    const server = await startHttpServer(platform, { CORADB_HTTP_PATH: '/team/mcp' });
    servers.push(server);
    const status = async (path: string, method = 'POST') =>
      (await send(server.origin, { path, method })).status;
    expect(await status('/team/mcp/')).toBe(200);
    expect(await status('/team/mcp/?a=b')).toBe(200);
    expect(await status('/team/mcp/', 'DELETE')).toBe(405);
    expect(await status('/team/mcp//')).toBe(404);
    expect(await status('/team/mcp/x')).toBe(404);
  });
});

describe('an idle connection', () => {
  it.each([
    [{}, '90'],
    [{ CORADB_HTTP_KEEP_ALIVE_MS: '620000' }, '620'],
  ])('is kept longer than load balancers keep theirs: %j', async (env, seconds) => {
    const server = await startHttpServer('express', env as Record<string, string>);
    servers.push(server);
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      const path = new URL('/health/live', server.origin);
      request(path, { agent }, (reply) => {
        expect(reply.headers['keep-alive']).toBe(`timeout=${seconds}`);
        reply.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
    agent.destroy();
  });
});
