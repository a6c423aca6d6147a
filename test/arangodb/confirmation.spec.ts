import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  abort,
  begin,
  commit,
  cursor,
  derived,
  documented,
  explained,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, boolean>;
};

describe.each(ERAS)('dropping a collection with a client that asks a person, in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  const questions: string[] = [];
  let answer: Answer = { action: 'cancel' };

  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(
      era,
      { ARANGO_URL: server.url },
      {
        options: { capabilities: { elicitation: { form: {} } } },
        prepare: (client) =>
          client.setRequestHandler('elicitation/create', (request) => {
            questions.push(request.params.message);
            return answer;
          }),
      },
    );
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });
  afterEach(() => void questions.splice(0));

  const drop = async (confirm = true) => {
    server.load(recorded('RestCollectionDeleteCollectionName'));
    return session.call('arango_drop_collection', { collection: 'products1', confirm });
  };

  it('asks, and does it when the person agrees', async () => {
    answer = { action: 'accept', content: { confirm: true } };
    const { document, isError } = await drop();
    expect(isError).toBe(false);
    expect(document).toMatchObject({ dropped: 'products1', confirmedBy: 'a person' });
    expect(questions).toEqual([
      'Drop the collection "products1" of database "_system" with all its documents, for good?',
    ]);
    expect(server.log).toEqual(['DELETE /_api/collection/products1']);
  });

  it.each<[string, Answer]>([
    ['says no', { action: 'accept', content: { confirm: false } }],
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
  ])('does nothing when the person %s', async (_title, given) => {
    answer = given;
    const { document, isError } = await drop();
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({
      layer: 'guard',
      message: 'The person asked did not confirm this; nothing was saved.',
    });
    expect(questions).toHaveLength(1);
    expect(server.log).toEqual([]);
  });

  it('does not even ask without confirm: true', async () => {
    answer = { action: 'accept', content: { confirm: true } };
    const { document } = await drop(false);
    expect(document.error).toMatchObject({ layer: 'input' });
    expect(questions).toEqual([]);
    expect(server.log).toEqual([]);
  });
});

describe.each(ERAS)('ARANGO_CONFIRM, in %s', (era) => {
  let server: ArangoReplayServer;
  const questions: string[] = [];
  let answer: Answer = { action: 'cancel' };
  beforeAll(async () => void (server = await ArangoReplayServer.start()));
  afterAll(() => server.close());
  beforeEach(() => void questions.splice(0));

  const open = (env: Record<string, string>, asks = true): Promise<McpSession> =>
    openApplication(
      era,
      { ARANGO_URL: server.url, ...env },
      asks
        ? {
            options: { capabilities: { elicitation: { form: {} } } },
            prepare: (client) =>
              client.setRequestHandler('elicitation/create', (request) => {
                questions.push(request.params.message);
                return answer;
              }),
          }
        : {},
    );

  const QUERY = 'FOR p IN products REMOVE p IN products';
  const KEYED = { collection: 'products', documents: [{ _key: '3' }] };
  const one = { _id: 'products/3', _key: '3', _rev: '_a' };
  const written = (method: string, path: string, body: object): Exchange => ({
    ...documented('HTTP API, Documents', method, path, one, 202),
    request: { method, path, body },
  });

  /** Each tool that changes something with documents, whether it removes or replaces, and what it sends. */
  const CHANGES: readonly [string, Record<string, unknown>, boolean, readonly Exchange[], RegExp][] = [
    [
      'arango_insert',
      { collection: 'products', documents: [{ a: 1 }] },
      false,
      [begin({ write: ['products'] }), written('POST', '/_api/document/products', { a: 1 })],
      /arango_insert products: \[\{"a":1\}\].*A trial, rolled back: it would change 1 document in products\./s,
    ],
    [
      'arango_insert',
      { collection: 'products', documents: [{ _key: '3' }], overwriteMode: 'replace' },
      true,
      [
        begin({ write: ['products'] }),
        written('POST', '/_api/document/products?overwriteMode=replace', { _key: '3' }),
      ],
      /would change 1 document in products/,
    ],
    [
      'arango_update',
      KEYED,
      true,
      [begin({ write: ['products'] }), written('PATCH', '/_api/document/products/3', {})],
      /arango_update products/,
    ],
    [
      'arango_replace',
      KEYED,
      true,
      [begin({ write: ['products'] }), written('PUT', '/_api/document/products/3', {})],
      /arango_replace products/,
    ],
    [
      'arango_remove',
      KEYED,
      true,
      [
        begin({ write: ['products'] }),
        derived('RestDocumentHandlerDeleteDocument', { path: '/_api/document/products/3' }),
      ],
      /arango_remove products/,
    ],
    [
      'arango_query',
      { query: QUERY },
      true,
      [
        explained(QUERY, { products: 'write' }, { modifies: true }),
        begin({ read: [], write: ['products'] }),
        cursor(QUERY, [], { reply: { extra: { warnings: [], stats: { writesExecuted: 3 } } } }),
      ],
      /FOR p IN products REMOVE p IN products.*it changed 3 documents in products\./s,
    ],
  ];

  it.each(CHANGES)(
    '%s %j: a trial, a question, and then the change',
    async (tool, args, _destructive, sent, words) => {
      const session = await open({ ARANGO_CONFIRM: 'always' });
      answer = { action: 'accept', content: { confirm: true } };
      server.load(sent, abort(), commit());
      const { document, isError, text } = await session.call(tool, args);
      expect(isError, text).toBe(false);
      expect(document.transaction).toBe('committed');
      expect(questions).toEqual([expect.stringMatching(words)]);
      const ends = server.log.filter((line) => /(PUT|DELETE) \/_api\/transaction/.test(line));
      expect(ends).toEqual(['DELETE /_api/transaction/74719', 'PUT /_api/transaction/74719']);
      await session.close();
    },
  );

  it.each(CHANGES)(
    '%s %j: nothing is saved when the person says no',
    async (tool, args, _destructive, sent) => {
      const session = await open({ ARANGO_CONFIRM: 'always' });
      answer = { action: 'decline' };
      server.load(sent, abort(), commit());
      const { document } = await session.call(tool, args);
      expect(document.error).toMatchObject({
        layer: 'guard',
        message: expect.stringMatching(/did not confirm/),
      });
      expect(server.log).not.toContain('PUT /_api/transaction/74719');
      await session.close();
    },
  );

  it.each(CHANGES)('%s %j: "destructive" asks only for what removes or replaces (%s)', async (...row) => {
    const [tool, args, destructive, sent] = row;
    const session = await open({ ARANGO_CONFIRM: 'destructive' });
    answer = { action: 'accept', content: { confirm: true } };
    server.load(sent, abort(), commit());
    expect((await session.call(tool, args)).document.transaction).toBe('committed');
    expect(questions).toHaveLength(destructive ? 1 : 0);
    await session.close();
  });

  it.each(CHANGES)('%s %j: is refused when the client cannot ask', async (tool, args, _destructive, sent) => {
    const session = await open({ ARANGO_CONFIRM: 'always' }, false);
    server.load(sent, abort(), commit());
    const { document } = await session.call(tool, args);
    expect(document.error.message).toMatch(
      /^A person must confirm this change \(ARANGO_CONFIRM=always\), but this client/,
    );
    expect(server.log.filter((line) => line !== 'POST /_api/explain')).toEqual([]);
    await session.close();
  });

  it('a yes counts only while the query changes as much as in the trial', async () => {
    const session = await open({ ARANGO_CONFIRM: 'always' });
    answer = { action: 'accept', content: { confirm: true } };
    const [, , , sent] = CHANGES.at(-1) ?? [];
    server.load(sent ?? [], abort(), commit());
    let ran = 0;
    server.fail('POST /_api/cursor', (_request, response) => {
      const stats = { writesExecuted: ran++ === 0 ? 3 : 4 };
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ result: [], hasMore: false, extra: { stats, warnings: [] } }));
    });
    const { document } = await session.call('arango_query', { query: QUERY });
    expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'guard' } });
    expect(document.error.message).toMatch(/changed 4 documents, and 3 in the trial/);
    await session.close();
  });

  it('what cannot be tried is asked about too, and CORADB_CONFIRM counts where ARANGO_CONFIRM is not set', async () => {
    const session = await open({ CORADB_CONFIRM: 'always', CORADB_DRIVER: 'embedded' });
    answer = { action: 'decline' };
    for (const [tool, args] of [
      ['arango_create_collection', { collection: 'c' }],
      ['arango_create_index', { collection: 'c', type: 'persistent', fields: ['a'] }],
      ['arango_drop_collection', { collection: 'c', confirm: true }],
    ] as const) {
      server.load();
      expect((await session.call(tool, args)).document.error.message).toMatch(/did not confirm/);
      expect(server.log).toEqual([]);
    }
    expect(questions).toEqual([
      'Create the collection "c" (document) in database "_system"?',
      'Create an index (persistent: ["a"]) on "c" of database "_system"?',
      'Drop the collection "c" of database "_system" with all its documents, for good?',
    ]);
    await session.close();
  });
});

describe('an answer that nobody was asked for', () => {
  it.each([undefined, 'v1.forged.state'])(
    'is not taken (state %j): the person is asked',
    async (requestState) => {
      const server = await ArangoReplayServer.start();
      const questions: string[] = [];
      const session = await openApplication(
        '2026-07-28',
        { ARANGO_URL: server.url },
        {
          options: { capabilities: { elicitation: { form: {} } } },
          prepare: (client) =>
            client.setRequestHandler('elicitation/create', (request) => {
              questions.push(request.params.message);
              return { action: 'decline' as const };
            }),
        },
      );
      server.load(recorded('RestCollectionDeleteCollectionName'));
      const result = await session.client.callTool({
        name: 'arango_drop_collection',
        arguments: { collection: 'products1', confirm: true },
        inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
        ...(requestState !== undefined && { requestState }),
      } as Parameters<typeof session.client.callTool>[0]);
      expect(result.isError).toBe(true);
      expect(questions).toHaveLength(1);
      expect(server.log).toEqual([]);
      await session.close();
      await server.close();
    },
  );
});
