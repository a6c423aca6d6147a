import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { abort, begin, cursor, derived, explained } from '../helpers/arango-exchanges.js';
import { openApplication } from '../helpers/arango-session.js';
import type { McpSession } from '../helpers/mcp-session.js';
import { READ_ONLY_TEXTS } from './read-only-texts.js';

let server: ArangoReplayServer;
let session: McpSession;
beforeAll(async () => {
  server = await ArangoReplayServer.start();
  session = await openApplication('2026-07-28', { ARANGO_URL: server.url });
});
afterAll(async () => {
  await session.close();
  await server.close();
});

const run = async (query: string) => (await session.call('arango_read_query', { query })).document;

it('has at least 80 texts, each once', () => {
  expect(READ_ONLY_TEXTS.length).toBeGreaterThanOrEqual(80);
  expect(new Set(READ_ONLY_TEXTS.map(({ aql }) => aql)).size).toBe(READ_ONLY_TEXTS.length);
});

describe('with a server that knows what writes', () => {
  it.each(READ_ONLY_TEXTS)('$aql', async ({ aql, writes, refusedAt }) => {
    server.load(
      explained(aql, { c: writes ? 'write' : 'read' }, { modifies: writes }),
      begin({ read: ['c'] }),
      cursor(aql, ['row'], { stream: true }),
      abort(),
    );
    const document = await run(aql);
    if (!writes) {
      expect(document).toMatchObject({ rows: ['row'] });
      // It ran in a transaction that may write nowhere, and that was given up.
      const [, began, ran, ended] = server.requests;
      expect(began?.body).toEqual({ collections: { read: ['c'] }, allowImplicit: true, lockTimeout: 120 });
      expect(ran?.headers['x-arango-trx-id']).toBe('74719');
      expect(ended).toMatchObject({ method: 'DELETE', path: '/_api/transaction/74719' });
    } else if (refusedAt !== undefined) {
      expect(document.error).toMatchObject({
        layer: 'guard',
        message: `arango_read_query only reads: ${refusedAt} is not allowed.`,
      });
      const { offset } = document.error.position;
      expect(aql.slice(offset, offset + refusedAt.length).toUpperCase()).toBe(refusedAt);
      expect(server.log).toEqual([]);
    } else {
      expect(document.error).toMatchObject({
        layer: 'guard',
        message:
          'arango_read_query only reads, and the server says that this query modifies. It writes to c.',
      });
      expect(server.log).toEqual(['POST /_api/explain']);
    }
    expect(server.unexpected).toEqual([]);
  });
});

describe('the server decides, and in doubt nothing runs', () => {
  const AQL = 'FOR d IN c RETURN d';
  const plan = (change: object) =>
    derived('RestExplainValid', { body: { query: AQL }, reply: { plan: change } });

  it.each([
    [
      'a collection of type write',
      { collections: [{ name: 'c', type: 'write' }], isModificationQuery: false },
    ],
    [
      'a collection of type exclusive',
      { collections: [{ name: 'c', type: 'exclusive' }], isModificationQuery: false },
    ],
    ['a type nobody knows yet', { collections: [{ name: 'c', type: 'x' }], isModificationQuery: false }],
    ['a modification query without collections', { collections: [], isModificationQuery: true }],
    ['no verdict', { collections: [] }],
    ['a verdict that is no boolean', { collections: [], isModificationQuery: 'false' }],
    ['no list of collections', { isModificationQuery: false }],
    ['a collection without a type', { collections: [{ name: 'c' }], isModificationQuery: false }],
  ])('%s', async (_title, change) => {
    server.load(plan(change));
    expect((await run(AQL)).error).toMatchObject({ layer: 'guard' });
    expect(server.log).toEqual(['POST /_api/explain']);
  });

  it('no plan at all', async () => {
    server.load(derived('RestExplainValid', { body: { query: AQL }, reply: { plan: undefined } }));
    expect((await run(AQL)).error.message).toMatch(/did not say whether this query modifies anything/);
    expect(server.log).toEqual(['POST /_api/explain']);
  });

  it('an explain that fails', async () => {
    server.load(derived('RestExplainInvalid', { body: { query: AQL } }));
    expect((await run(AQL)).error).toMatchObject({ layer: 'engine', code: 1551 });
    expect(server.log).toEqual(['POST /_api/explain']);
  });

  it('what slips through is refused by the server: the transaction declares nothing to write', async () => {
    const refusal = {
      error: true,
      code: 400,
      errorNum: 1652,
      errorMessage: 'unregistered collection used in transaction: c [write]',
    };
    const ran = cursor(AQL, [], { stream: true });
    server.load(
      explained(AQL, { c: 'read' }),
      begin({ read: ['c'] }),
      { ...ran, response: { ...ran.response, status: 400, body: refusal } },
      abort(),
    );
    expect((await run(AQL)).error).toMatchObject({ layer: 'engine', code: 1652 });
    expect(server.log.at(-1)).toBe('DELETE /_api/transaction/74719');
  });
});
