import type { AddressInfo } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Module, type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArangoMcpModule, connectCoradbMcp, CoradbMcpModule } from '../../src/index.js';
import { abort, begin, cursor, explained } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { adapterOf, PLATFORMS, type Platform } from '../helpers/http-server.js';
import { ERAS, McpSession, newClient, type Era } from '../helpers/mcp-session.js';

let arango: ArangoReplayServer;
const ends: { close(): Promise<unknown> }[] = [];
beforeAll(async () => (arango = await ArangoReplayServer.start()));
afterAll(() => arango.close());
afterEach(async () => {
  for (const each of ends.splice(0).reverse()) await each.close();
});

async function listening(app: INestApplication): Promise<string> {
  ends.push(app);
  await connectCoradbMcp(app);
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
}

async function start(platform: Platform, imports: DynamicModule[]): Promise<string> {
  const testing = await Test.createTestingModule({ imports }).compile();
  return listening(testing.createNestApplication(adapterOf(platform, 1_000_000), { logger: false }));
}

async function open(era: Era, url: string): Promise<McpSession> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const session = new McpSession(client, async () => undefined);
  ends.push(session);
  return session;
}

const namesOf = async ({ client }: McpSession): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);
const ofArango = (name: string): boolean => name.startsWith('arango_');

/** A query that the replayed server answers once. */
async function reads(session: McpSession): Promise<void> {
  arango.load(
    explained('RETURN 1', {}),
    begin({ read: [] }),
    cursor('RETURN 1', [1], { stream: true }),
    abort(),
  );
  const { document } = await session.call('arango_read_query', { query: 'RETURN 1' });
  expect(document).toMatchObject({ database: '_system', rows: [1], hasMore: false });
}

describe.each(PLATFORMS)('ArangoMcpModule in a host on %s', (platform) => {
  it.each(ERAS)('is a server of its own, protocol %s', async (era) => {
    const alone = ArangoMcpModule.forRoot({ settings: { url: [arango.url] }, http: { path: 'arango' } });
    const session = await open(era, `${await start(platform, [alone])}/arango`);
    expect((await namesOf(session)).filter((name) => !ofArango(name))).toEqual([]);
    expect(session.client.getServerVersion()).toMatchObject({ name: 'arangodb', title: 'ArangoDB' });
    expect(session.client.getInstructions()).toMatch(/^The arango_ tools/);
    expect(session.client.getServerCapabilities()).not.toHaveProperty('prompts');
    await reads(session);
  });

  it.each(ERAS)('stands beside CoraDB at its own route, protocol %s', async (era) => {
    const origin = await start(platform, [
      CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp' } }),
      ArangoMcpModule.forRoot({ settings: { url: [arango.url] }, http: { path: 'arango' } }),
    ]);
    const [coradb, own] = [await open(era, `${origin}/mcp`), await open(era, `${origin}/arango`)];
    expect((await namesOf(coradb)).filter(ofArango)).toEqual([]);
    expect((await namesOf(own)).every(ofArango)).toBe(true);
    await reads(own);
  });

  it.each(ERAS)('joins a CoraDB server, with what a factory gives, protocol %s', async (era) => {
    const coradb = CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp' } });
    const origin = await start(platform, [
      coradb,
      ArangoMcpModule.forRootAsync({
        joins: coradb,
        useFactory: () => Promise.resolve({ url: [arango.url], writeMode: 'off' as const }),
      }),
    ]);
    const session = await open(era, `${origin}/mcp`);
    const names = await namesOf(session);
    expect(names).toContain('execute_sql');
    expect(names).toContain('arango_read_query');
    expect(names.indexOf('execute_sql')).toBeLessThan(names.findIndex(ofArango));
    expect(names).not.toContain('arango_query');
    expect(session.client.getServerVersion()).toMatchObject({ name: 'coradb', title: 'CoraDB and ArangoDB' });
    expect(session.client.getInstructions()).toMatch(/^Tools for a CoraDB database[^]*\nThe arango_ tools/);
    await reads(session);
  });
});

describe('ArangoMcpModule', () => {
  it('refuses settings that cannot be, and a server that is none', () => {
    expect(() => ArangoMcpModule.forRoot({ settings: {} })).toThrow(/url: must hold the address/);
    const settings = { url: ['http://localhost:8529'] };
    expect(() => ArangoMcpModule.forRoot({ settings, joins: { module: class {} } })).toThrow(
      /"joins" must be/,
    );
    const coradb = CoradbMcpModule.forRoot({ settings: { driver: 'embedded' } });
    expect(() => ArangoMcpModule.forRoot({ settings, joins: coradb, http: {} })).toThrow(/joins: http/);
    const tlsCaFile = '/nowhere/ca.pem';
    expect(() => ArangoMcpModule.forRoot({ settings: { ...settings, tlsCaFile } })).toThrow(
      /ARANGO_TLS_CA_FILE/,
    );
  });
});

describe('a host that names modules by what they look like', () => {
  const alike = () => CoradbMcpModule.forRoot({ settings: { driver: 'embedded' } });

  @Module({
    imports: [
      CoradbMcpModule.forRoot({ name: 'one', settings: { driver: 'embedded' }, http: { path: 'one' } }),
      CoradbMcpModule.forRoot({ name: 'two', settings: { driver: 'embedded' }, http: { path: 'two' } }),
      alike(),
      alike(),
    ],
  })
  class Host {}

  it('keeps instances apart', async () => {
    const app = await NestFactory.create(Host, { logger: false, moduleIdGeneratorAlgorithm: 'deep-hash' });
    const origin = await listening(app);
    const sql = 'UPDATE product SET units_in_stock = 77 WHERE id = 1';
    const asked = { database: 'e-commerce', sql: 'SELECT units_in_stock FROM product WHERE id = 1' };
    const [one, two] = [await open('2025-11-25', `${origin}/one`), await open('2025-11-25', `${origin}/two`)];
    expect((await one.call('execute_sql', { ...asked, sql })).document.transaction).toBe('committed');
    expect((await one.call('execute_select', asked)).document.statements[0].rows).toEqual([[77]]);
    expect((await two.call('execute_select', asked)).document.statements[0].rows).not.toEqual([[77]]);
  });
});
