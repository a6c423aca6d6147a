import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { LogSettings } from '../../src/config/log-settings.js';
import { CallEvents, CoradbMcpModule, connectCoradbMcp, type CallRecord } from '../../src/index.js';
import { observeCalls } from '../../src/observability/observe-calls.js';
import { adapterOf, PLATFORMS, startHttpServer } from '../helpers/http-server.js';
import { send } from '../helpers/raw-request.js';

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute_select', arguments: { database: 'e-commerce', sql: 'SELECT 1' } },
});
/** The test itself is the proxy. */
const BEHIND = { CORADB_HTTP_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' };

const servers: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe.each(PLATFORMS)('callers behind a proxy on %s', (platform) => {
  const start = async (env: Record<string, string>) => {
    const server = await startHttpServer(platform, env);
    servers.push(server);
    return server;
  };
  const statusFor =
    (origin: string, header = 'x-forwarded-for') =>
    async (value: string) =>
      (await send(origin, { headers: { [header]: value } })).status;

  it('have a rate limit each, and cannot leave it by what they write themselves', async () => {
    const { origin } = await start({ ...BEHIND, CORADB_HTTP_RATE_LIMIT: '1' });
    const status = statusFor(origin);
    expect(await status('203.0.113.1')).toBe(200);
    expect(await status('203.0.113.2')).toBe(200);
    expect(await status('203.0.113.1')).toBe(429);
    expect(await status('198.51.100.7, 203.0.113.1')).toBe(429);
    expect(await status('198.51.100.8, 203.0.113.1, 10.1.1.1')).toBe(429);
    expect(await status('not-an-address, 203.0.113.2')).toBe(429);
  });

  it('share one limit without the setting', async () => {
    const { origin } = await start({ CORADB_HTTP_RATE_LIMIT: '1' });
    expect(await statusFor(origin)('203.0.113.1')).toBe(200);
    expect(await statusFor(origin)('203.0.113.2')).toBe(429);
  });

  it('share one limit where the proxy is not named', async () => {
    for (const proxies of ['10.0.0.0/8', '::1,192.0.2.1']) {
      const { origin } = await start({ CORADB_HTTP_TRUSTED_PROXIES: proxies, CORADB_HTTP_RATE_LIMIT: '1' });
      expect(await statusFor(origin)('203.0.113.1')).toBe(200);
      expect(await statusFor(origin)('203.0.113.2')).toBe(429);
    }
  });

  it('are told by the one header that the setting names', async () => {
    const { origin } = await start({
      ...BEHIND,
      CORADB_HTTP_PROXY_HEADER: 'forwarded',
      CORADB_HTTP_RATE_LIMIT: '1',
    });
    const status = statusFor(origin, 'forwarded');
    expect(await status('for="[2001:db8::1]:4711";proto=https')).toBe(200);
    expect(await status('for="[2001:db8::2]:4711";proto=https')).toBe(200);
    expect(await status('for="[2001:DB8:0::1]:9";proto=https')).toBe(429);
    expect(await statusFor(origin)('203.0.113.1')).toBe(200);
    expect(await statusFor(origin)('203.0.113.2')).toBe(429);
  });

  it('stand in the audit log and in the log by their own address', async () => {
    const { app, origin } = await start(BEHIND);
    const audit = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'audit.jsonl');
    const lines: unknown[] = [];
    const log = { log: (line: unknown) => void lines.push(line), error: () => {}, warn: () => {} };
    observeCalls(app, Object.assign(new LogSettings(), { audit }), log, 'off');
    for (const value of ['203.0.113.1', 'unknown', '198.51.100.7, 2001:db8::9']) {
      await send(origin, { body: CALL, headers: { 'x-forwarded-for': value } });
    }
    const addresses = readFileSync(audit, 'utf8').trim().split('\n');
    const expected = ['203.0.113.1', '127.0.0.1', '2001:db8::9'];
    expect(addresses.map((line) => (JSON.parse(line) as { address: string }).address)).toEqual(expected);
    expect(lines).toEqual(expected.map((address) => expect.stringContaining(`from ${address}`) as string));
  });

  it('are known to an embedding host that names its proxies, and to no other', async () => {
    const addressSeenBy = async (http: object): Promise<string | undefined> => {
      @Module({
        imports: [
          CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp', ...http } }),
        ],
      })
      class Host {}
      const testing = await Test.createTestingModule({ imports: [Host as Type] }).compile();
      const app = testing.createNestApplication(adapterOf(platform, 1_000_000), { logger: false });
      servers.push(app);
      await connectCoradbMcp(app);
      await app.listen(0, '127.0.0.1');
      const records: CallRecord[] = [];
      app.get(CallEvents, { strict: false }).subscribe((record) => void records.push(record));
      const { port } = app.getHttpServer().address() as AddressInfo;
      const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.1', forwarded: 'for=203.0.113.2' };
      await send(`http://127.0.0.1:${port}`, { body: CALL, headers });
      return records[0]?.address;
    };
    expect(await addressSeenBy({})).toBe('127.0.0.1');
    expect(await addressSeenBy({ trustedProxies: ['127.0.0.0/8'] })).toBe('203.0.113.1');
    expect(await addressSeenBy({ trustedProxies: ['127.0.0.1'], proxyHeader: 'forwarded' })).toBe(
      '203.0.113.2',
    );
    expect(() => CoradbMcpModule.forRoot({ http: { trustedProxies: ['proxy'] } })).toThrow(
      'http.trustedProxies: "proxy" is not an IP address or network',
    );
  });
});
