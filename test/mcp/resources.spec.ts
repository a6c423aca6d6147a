import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AWKWARD_NAMES, openAwkwardShop, SHOP, type AwkwardShop } from '../helpers/awkward-shop.js';
import { ERAS, openInProcess, type McpSession } from '../helpers/mcp-session.js';
import { openHttp, TRANSPORTS } from '../helpers/transports.js';

const SHOP_URI = 'coradb://%EC%83%81%EC%A0%90/schema';
const READER = { 'coradb/user': 'reader', 'coradb/password': 'reader' };

const uriOf = (object: string, json = false): string =>
  `${SHOP_URI}${json ? '.json' : ''}/${encodeURIComponent(object)}`;

async function read(session: McpSession, uri: string, _meta: Record<string, string> = {}) {
  const { contents } = await session.client.readResource({ uri, _meta });
  const [content] = contents;
  if (contents.length !== 1 || !content || !('text' in content)) throw new Error('a resource is one text');
  return content;
}

describe.each(TRANSPORTS)('resources over %s', (_transport, open) => {
  describe.each(ERAS)('protocol %s', (era) => {
    let shop: AwkwardShop;
    beforeAll(async () => {
      shop = await openAwkwardShop(open, era, { CORADB_SCHEMA_TTL_MS: '600000' });
    }, 120_000);
    afterAll(() => shop?.close());

    it('lists the schemas of the databases that exist', async () => {
      expect(shop.session.client.getServerCapabilities()).toMatchObject({ resources: {} });
      const { resources } = await shop.session.client.listResources();
      expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
        ['coradb://e-commerce/schema', 'text/plain'],
        ['coradb://e-commerce/schema.json', 'application/json'],
        [SHOP_URI, 'text/plain'],
        [`${SHOP_URI}.json`, 'application/json'],
      ]);
    });

    it('lists the templates', async () => {
      const { resourceTemplates } = await shop.session.client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType])).toEqual([
        ['coradb://{database}/schema', 'text/plain'],
        ['coradb://{database}/schema/{object}', 'text/plain'],
        ['coradb://{database}/schema.json', 'application/json'],
        ['coradb://{database}/schema.json/{object}', 'application/json'],
      ]);
    });

    it('reads a whole schema as text and as the schema document', async () => {
      const text = await read(shop.session, SHOP_URI);
      expect(text).toMatchObject({ uri: SHOP_URI, mimeType: 'text/plain' });
      expect(text.text).toMatch(/^-- database 상점 as DBA sees it: 8 objects, DuckDB v\d/);
      const json = await read(shop.session, `${SHOP_URI}.json`);
      expect(json).toMatchObject({ uri: `${SHOP_URI}.json`, mimeType: 'application/json' });
      const document = JSON.parse(json.text);
      expect(document).toMatchObject({ format: 'coradb-schema', database: SHOP, user: 'DBA' });
      expect(document.objects.map(({ name }: { name: string }) => name).sort()).toEqual(
        [...AWKWARD_NAMES].sort(),
      );
    });

    it.each(AWKWARD_NAMES)('reads the object of awkward name %# in both forms', async (name) => {
      const text = await read(shop.session, uriOf(name));
      expect(text.uri).toBe(uriOf(name));
      expect(text.text).toContain(`TABLE DBA.[${name}]\n  id INTEGER NOT NULL\n  [${name}] VARCHAR\n`);
      const document = JSON.parse((await read(shop.session, uriOf(name, true))).text);
      expect(document.objects).toHaveLength(1);
      expect(document.objects[0]).toMatchObject({
        owner: 'DBA',
        name,
        columns: [{ name: 'id' }, { name }],
        primaryKey: { keys: [{ column: 'id' }] },
      });
    });

    it('takes a URI with plain letters, and answers with the URI that was asked', async () => {
      const uri = `coradb://${SHOP}/schema/주문 목록`;
      expect((await read(shop.session, uri)).uri).toBe(uri);
    });

    it('shares the kept copy with describe_schema', async () => {
      const first = JSON.parse((await read(shop.session, `${SHOP_URI}.json`)).text);
      const { document } = await shop.session.call('describe_schema', { database: SHOP, format: 'json' });
      expect(document.readAt).toBe(first.readAt);
    });

    it('logs in by _meta, each user for himself, and repeats no password', async () => {
      const reader = JSON.parse((await read(shop.session, `${SHOP_URI}.json`, READER)).text);
      expect(reader.user).toBe('READER');
      const wrong = { ...READER, 'coradb/password': 'Wr0ng-pw!' };
      const refused = await read(shop.session, SHOP_URI, wrong).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: -32603,
        message: expect.stringContaining('Incorrect or missing password'),
        data: { layer: 'engine', code: 'Login' },
      });
      expect(JSON.stringify(refused)).not.toContain('Wr0ng');
      expect((refused as Error).message).not.toContain('Wr0ng');
      await expect(read(shop.session, SHOP_URI, { 'coradb/user': '' })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('_meta "coradb/user" must be text'),
      });
    });

    it.each([
      [uriOf('주문'), 'There is no table or view 주문, or the user has no SELECT right on it.'],
      ['coradb://상점/schema/two', 'The nearest names are DBA.two words'],
      [`${SHOP_URI}/a/b`, 'a "/", "?" or "#" in a name is written %2F, %3F or %23'],
      [`${SHOP_URI}?format=json`, 'is not the URI of a resource here'],
      ['http://e-commerce/schema', 'is not the URI of a resource here'],
      [`${SHOP_URI}/%E0%A4`, 'is not percent-encoded UTF-8'],
    ])('%s is no resource: %s', async (uri, message) => {
      await expect(read(shop.session, uri)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message),
        data: { uri },
      });
    });

    it.each([
      ['coradb://%EC%83%81%EC%A0%90%40evil/schema', '"@" is not allowed in it'],
      ['coradb://x%2Fy/schema', '"/" is not allowed in it'],
      [`coradb://${'x'.repeat(32)}/schema`, 'is longer than 31 bytes'],
    ])('%s is refused by the guard of the tools: %s', async (uri, message) => {
      await expect(read(shop.session, uri)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message),
        data: { layer: 'input' },
      });
    });
  });
});

describe.each(ERAS)('resources and settings, protocol %s', (era) => {
  it('names the databases of the settings, and allows no other', async () => {
    const settings = { driver: 'broker', databases: ['demodb', 'shop'], port: 1 };
    const session = await openInProcess(era, settings);
    const { resources } = await session.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'coradb://demodb/schema',
      'coradb://demodb/schema.json',
      'coradb://shop/schema',
      'coradb://shop/schema.json',
    ]);
    await expect(read(session, 'coradb://other/schema')).rejects.toMatchObject({
      code: -32602,
      message: 'Database "other" is not allowed by CORADB_DATABASES. Allowed: demodb, shop.',
      data: { layer: 'guard' },
    });
    // Nothing listens there.
    await expect(read(session, 'coradb://shop/schema')).rejects.toMatchObject({
      code: -32603,
      data: { layer: 'broker' },
    });
    await session.close();
  });

  it('guesses no names where any database is allowed', async () => {
    const session = await openInProcess(era, { driver: 'broker' });
    expect((await session.client.listResources()).resources).toEqual([]);
    expect((await session.client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    await session.close();
  });

  it('logs in by HTTP headers', async () => {
    const headers = { 'x-coradb-user': 'reader', 'x-coradb-password': 'reader' };
    const session = await openHttp('express', era, {}, headers);
    const document = JSON.parse((await read(session, 'coradb://e-commerce/schema.json/product')).text);
    expect(document.user).toBe('READER');
    await session.close();
  }, 120_000);
});
