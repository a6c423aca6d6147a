import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AWKWARD_NAMES, openAwkwardShop, SHOP, type AwkwardShop } from '../helpers/awkward-shop.js';
import { ERAS, openInProcess, type McpSession } from '../helpers/mcp-session.js';
import { openHttp, TRANSPORTS } from '../helpers/transports.js';

const OBJECT_TEMPLATE = { type: 'ref/resource', uri: 'coradb://{database}/schema/{object}' } as const;
const INDEX_PROMPT = { type: 'ref/prompt', name: 'find_index_candidates' } as const;
type Ref = typeof OBJECT_TEMPLATE | typeof INDEX_PROMPT | { type: 'ref/prompt'; name: string };

interface Asked {
  readonly ref?: Ref;
  readonly argument: string;
  readonly typed?: string;
  readonly given?: Record<string, string>;
  readonly _meta?: Record<string, string>;
}

async function complete(session: McpSession, asked: Asked) {
  const { ref = OBJECT_TEMPLATE, argument, typed = '', given, _meta } = asked;
  const { completion } = await session.client.complete({
    ref,
    argument: { name: argument, value: typed },
    ...(given && { context: { arguments: given } }),
    ...(_meta && { _meta }),
  });
  return completion;
}

describe.each(TRANSPORTS)('completion over %s', (_transport, open) => {
  describe.each(ERAS)('protocol %s', (era) => {
    let shop: AwkwardShop;
    beforeAll(async () => {
      shop = await openAwkwardShop(open, era, { CORADB_MAX_STATEMENTS: '200' });
    }, 120_000);
    afterAll(() => shop?.close());
    const given = { database: SHOP };

    it('is offered', () => {
      expect(shop.session.client.getServerCapabilities()?.completions).toEqual({});
    });

    it('names the databases', async () => {
      const all = { values: ['e-commerce', SHOP], total: 2, hasMore: false };
      expect(await complete(shop.session, { argument: 'database' })).toEqual(all);
      expect(await complete(shop.session, { ref: INDEX_PROMPT, argument: 'database' })).toEqual(all);
      expect((await complete(shop.session, { argument: 'database', typed: '상' })).values).toEqual([SHOP]);
    });

    it.each([OBJECT_TEMPLATE, INDEX_PROMPT])('names the objects for %o', async (ref) => {
      const { values, total } = await complete(shop.session, { ref, argument: 'object', given });
      expect([...values].sort()).toEqual(
        AWKWARD_NAMES.map((name) => (name.startsWith('`') ? `[${name}]` : name)).sort(),
      );
      expect(total).toBe(AWKWARD_NAMES.length);
    });

    it.each(AWKWARD_NAMES)(
      'takes object of awkward name %# from its first characters to its resource',
      async (name) => {
        const typed = name.slice(0, 5).toUpperCase();
        const { values } = await complete(shop.session, { argument: 'object', typed, given });
        const value = values.find((each) => each.includes(name));
        const uri = `coradb://${encodeURIComponent(SHOP)}/schema.json/${encodeURIComponent(value ?? '')}`;
        const [content] = (await shop.session.client.readResource({ uri })).contents;
        expect(JSON.parse(content && 'text' in content ? content.text : '').objects[0].name).toBe(name);
        const columns = { ref: INDEX_PROMPT, argument: 'column', given: { ...given, object: value ?? '' } };
        expect((await complete(shop.session, columns)).values).toEqual(['id', name]);
        expect((await complete(shop.session, { ...columns, typed })).values).toEqual([name]);
      },
    );

    it('uses the login in _meta', async () => {
      const _meta = { 'coradb/user': 'reader', 'coradb/password': 'reader' };
      expect((await complete(shop.session, { argument: 'object', given, _meta })).total).toBe(8);
    });

    it.each([
      ['a wrong password', { given, _meta: { 'coradb/password': 'wrong' } }],
      ['a login that is none', { given, _meta: { 'coradb/user': '' } }],
      ['a database that does not exist', { given: { database: 'nope' } }],
      ['a database that is no name', { given: { database: 'a@b' } }],
      ['no database, where there are several', {}],
      ['an empty database', { given: { database: '' } }],
    ])('gives nothing for %s', async (_case, asked) => {
      expect(await complete(shop.session, { argument: 'object', ...asked })).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
    });

    it.each([
      ['without the object', given],
      ['of an object that does not exist', { ...given, object: 'nope' }],
      ['of a name that cannot be read', { ...given, object: '"x' }],
    ])('gives no columns %s', async (_case, arguments_) => {
      const asked = { ref: INDEX_PROMPT, argument: 'column', given: arguments_ };
      expect((await complete(shop.session, asked)).values).toEqual([]);
    });

    it('gives nothing for arguments that are free text or unknown', async () => {
      const ref = { type: 'ref/prompt', name: 'write_query' } as const;
      expect((await complete(shop.session, { ref, argument: 'question', given })).values).toEqual([]);
      expect((await complete(shop.session, { argument: 'column', given })).values).toEqual([]);
      expect((await complete(shop.session, { argument: '__proto__', given })).values).toEqual([]);
    });

    it.each([
      [{ type: 'ref/prompt', name: 'nope' } as const, 'There is no prompt nope.'],
      [
        { type: 'ref/resource', uri: 'coradb://{x}/schema' } as unknown as Ref,
        'There is no URI template coradb://{x}/schema.',
      ],
    ])('%o is an error', async (ref, message) => {
      await expect(complete(shop.session, { ref, argument: 'database' })).rejects.toMatchObject({
        code: -32602,
        message,
      });
    });

    it('gives 100 values at most, and sees a table that was just made', async () => {
      const names = Array.from({ length: 150 }, (_, index) => `many_${index}`);
      const sql = names.map((name) => `CREATE TABLE ${name} (id INTEGER)`).join(';');
      const made = await shop.session.call('execute_sql', { database: SHOP, sql });
      expect(made.document.transaction).toBe('committed');
      const found = await complete(shop.session, { argument: 'object', typed: 'MANY_', given });
      expect(found).toMatchObject({ total: 150, hasMore: true });
      expect(found.values).toHaveLength(100);
      expect(new Set([...names, ...found.values]).size).toBe(150);
    });
  });
});

describe.each(ERAS)('completion and settings, protocol %s', (era) => {
  it('needs no database among the arguments where there is one only, and logs in by headers', async () => {
    const headers = { 'x-coradb-user': 'reader', 'x-coradb-password': 'reader' };
    const session = await openHttp('express', era, {}, headers);
    // The limit is for a server that runs; this one makes its sample data first.
    await session.call('connection_info', { database: 'e-commerce' });
    expect((await complete(session, { argument: 'object', typed: 'ord' })).values).toEqual([
      'order_item',
      'order_summary',
      'orders',
    ]);
    await session.close();
    const wrong = await openHttp('express', era, {}, { ...headers, 'x-coradb-password': 'wrong' });
    expect((await complete(wrong, { argument: 'object' })).values).toEqual([]);
    await wrong.close();
  }, 120_000);

  it('names the databases of the settings, and asks no other', async () => {
    const session = await openInProcess(era, { driver: 'broker', port: 1, databases: ['shop', 'demodb'] });
    expect((await complete(session, { argument: 'database' })).values).toEqual(['demodb', 'shop']);
    expect((await complete(session, { argument: 'object', given: { database: 'other' } })).values).toEqual(
      [],
    );
    await session.close();
  });

  describe('a broker that does not answer', () => {
    const sockets = new Set<Socket>();
    let silent: Server;
    beforeAll(
      () =>
        new Promise<void>((resolve) => {
          silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
          silent.listen(0, '127.0.0.1', resolve);
        }),
    );
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it('is given up before the connection would be', async () => {
      const { port } = silent.address() as AddressInfo;
      const settings = { driver: 'broker', host: '127.0.0.1', port, connectTimeoutMs: 600_000 };
      const session = await openInProcess(era, settings);
      expect(await complete(session, { argument: 'object', given: { database: 'demodb' } })).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
      expect(sockets.size).toBe(1);
      await session.close();
    });
  });
});
