import { afterEach, describe, expect, it } from 'vitest';
import {
  abort,
  begin,
  derived,
  documented,
  explained,
  recorded,
  statusPages,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS } from '../helpers/mcp-session.js';

const page = (title: string, path: string, body: object, status = 200): Exchange =>
  documented(`HTTP API, ${title}`, 'GET', path, body, status);

/** As the page "Track AQL queries" shows them. */
const RUNNING = {
  id: '74',
  database: '_system',
  user: 'root',
  query: 'FOR d IN c FILTER SLEEP(10) RETURN d',
  bindVars: {},
  started: '2026-08-04T14:46:15Z',
  runTime: 4.2,
  peakMemoryUsage: 0,
  state: 'executing',
  stream: false,
};

describe.each(ERAS)('what a server tells about itself, in %s', (era) => {
  const arango = arangoSetup(era);
  afterEach(() => expect(arango.server.unexpected).toEqual([]));

  it('arango_status', async () => {
    arango.server.load(statusPages());
    const { document, isError, text } = await arango.session.call('arango_status', {});
    expect(isError, text).toBe(false);
    expect(text).not.toMatch(/V0h|982db5/);
    expect(document).toMatchObject({
      version: '3.12.10',
      license: 'enterprise',
      engine: 'rocksdb',
      role: 'SINGLE',
      deployment: 'single server',
      licenseDetails: {
        status: 'good',
        expires: '2023-05-03T03:44:00.000Z',
        upgrading: false,
        diskUsage: { bytesUsed: 127408, bytesLimit: 107374182400, limitReached: false },
      },
      ready: true,
      mode: 'default',
      databaseInfo: { name: '_system', isSystem: true },
    });
  });

  it('arango_status with figures, and with what the user may not see', async () => {
    const forbidden = { error: true, code: 403, errorNum: 11, errorMessage: 'forbidden' };
    arango.server.load(
      page('', '/_admin/server/role', forbidden, 403),
      statusPages(),
      derived('RestCollectionGetAllCollections', {
        reply: { result: [{ id: '1', name: 'products', status: 3, type: 2, isSystem: false }] },
      }),
      recorded('RestCollectionGetCollectionFigures'),
    );
    const { document } = await arango.session.call('arango_status', { figures: true });
    expect(document.notShown).toEqual({ role: 'ArangoDB error 11: forbidden' });
    expect(document).not.toHaveProperty('deployment');
    expect(document.figures).toEqual([
      {
        name: 'products',
        type: 'document',
        count: 1,
        indexes: { count: 1, size: 2746 },
        documentsSize: 3548,
        cacheInUse: false,
        cacheSize: 0,
        cacheUsage: 0,
      },
    ]);
  });

  it.each([
    ['running', '/_api/query/current'],
    ['slow', '/_api/query/slow'],
  ])('arango_queries: %s', async (action, path) => {
    arango.server.load(page('AQL queries, "List the running AQL queries"', path, [RUNNING]));
    expect((await arango.session.call('arango_queries', { action })).document.queries).toEqual([RUNNING]);
  });

  it('arango_queries: kill', async () => {
    const done = { error: false, code: 200 };
    arango.server.load(
      documented('HTTP API, AQL queries, "Kill a running AQL query"', 'DELETE', '/_api/query/74', done),
    );
    expect((await arango.session.call('arango_queries', { action: 'kill', id: '74' })).document.killed).toBe(
      '74',
    );
    arango.server.load();
    for (const id of [undefined, '..', 'slow']) {
      const args = { action: 'kill', ...(id !== undefined && { id }) };
      expect((await arango.session.call('arango_queries', args)).document.error.layer).toBe('input');
    }
    expect(arango.server.log).toEqual([]);
  });

  it('arango_profile_query: the steps with their times, and the same checks as for reading', async () => {
    const query = 'LET s = SLEEP(0.25) LET t = SLEEP(0.5) RETURN 1';
    arango.server.load(
      explained(query, {}),
      begin({ read: [] }),
      derived('RestCursorProfileQuery', {
        body: { query, batchSize: 201, options: { maxRuntime: 120, profile: 2 } },
      }),
      abort(),
    );
    const { document, isError, text } = await arango.session.call('arango_profile_query', { query });
    expect(isError, text).toBe(false);
    expect(document).toMatchObject({ count: 1, hasMore: false, warnings: [] });
    expect(document).not.toHaveProperty('rows');
    expect(document.statistics).toMatchObject({ executionTime: 0.7553727430000095, peakMemoryUsage: 0 });
    expect(document.statistics).not.toHaveProperty('nodes');
    expect(document.phases.executing).toBe(0.7551429859999814);
    expect(document.steps.find(({ id }: { id: number }) => id === 2)).toMatchObject({
      type: 'CalculationNode',
      calls: 1,
      items: 1,
      seconds: 0.2516710470000021,
    });
    expect(arango.server.log.at(-1)).toBe('DELETE /_api/transaction/74719');
    arango.server.load();
    const refused = await arango.session.call('arango_profile_query', { query: 'REMOVE "k" IN c' });
    expect(refused.document.error).toMatchObject({ layer: 'guard' });
    expect(arango.server.log).toEqual([]);
  });

  it('arango_drop_index', async () => {
    const path = '/_api/index/products/inv-idx';
    const gone = { id: 'products/70057', error: false, code: 200 };
    arango.server.load(documented('HTTP API, Indexes, "Delete an index"', 'DELETE', path, gone));
    const args = { collection: 'products', index: 'inv-idx' };
    expect((await arango.session.call('arango_drop_index', args)).document.error.layer).toBe('input');
    expect(arango.server.log).toEqual([]);
    const { document } = await arango.session.call('arango_drop_index', { ...args, confirm: true });
    expect(document).toMatchObject({ dropped: 'products/70057', changed: ['products'] });
  });
});

describe('index advice in arango_explain_query', () => {
  it('says what is read whole and filtered, through variables too, and what is sorted', async () => {
    const server = await ArangoReplayServer.start();
    const session = await openApplication('2026-07-28', { ARANGO_URL: server.url });
    const { plans } = recorded('RestExplainOptions').response.body as {
      plans: readonly { nodes: readonly { type: string; id: number }[] }[];
    };
    const [plan = { nodes: [] }] = plans;
    const whole = (recorded('RestExplainValid').response.body as { plan: { nodes: { type: string }[] } }).plan
      .nodes[1];
    // The recorded plan reads by an index; with the recorded scan in its place it reads the whole collection.
    const scanned = plan.nodes.map((node) => (node.type === 'IndexNode' ? { ...whole, id: node.id } : node));
    const sort = {
      type: 'SortNode',
      id: 90,
      dependencies: [7],
      estimatedCost: 1,
      estimatedNrItems: 10,
      elements: [{ inVariable: { id: 4, name: '4' }, ascending: true }],
    };
    const query = 'FOR p IN products RETURN p';
    server.load(
      derived('RestExplainValid', {
        body: { query },
        reply: { plan: { ...plan, nodes: [...scanned, sort] } },
      }),
    );
    const { document, text } = await session.call('arango_explain_query', { query });
    expect(document.advice, text).toEqual([
      'products is read whole (about 10 documents) and filtered by id: a persistent index on ["id"] may spare that.',
      'about 10 documents of products are sorted by id: a persistent index on ["id"] may give them in order.',
    ]);
    server.load(recorded('RestExplainValid'));
    expect((await session.call('arango_explain_query', { query })).document).not.toHaveProperty('advice');
    await session.close();
    await server.close();
  });
});
