import { afterEach, describe, expect, it } from 'vitest';
import {
  abort,
  answering,
  begin,
  cursor,
  derived,
  explained,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { answer } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { ERAS } from '../helpers/mcp-session.js';

describe.each(ERAS)('what an ArangoDB server answers, in %s', (era) => {
  const arango = arangoSetup(era);
  afterEach(() => expect(arango.server.unexpected).toEqual([]));

  it.each(['arango_read_query', 'arango_explain_query', 'arango_query'])(
    '%s gives the place of a syntax error',
    async (tool) => {
      const query = 'FOR i IN 1..100 FILTER i = 1 LIMIT 2 RETURN i * 3';
      arango.server.load(answering(explained(query, {}), 'RestQueryInvalid'));
      const { error } = (await arango.session.call(tool, { query })).document;
      expect(error).toMatchObject({
        layer: 'engine',
        code: 1501,
        position: { offset: 25, line: 1, column: 26 },
        hint: expect.stringMatching(/arango_validate_query/),
      });
    },
  );

  it.each([
    [400, 1540, 'AQL: usage of unknown function', /Correct the name of the function/],
    [500, 1457, 'timeout in cluster operation', /may still be at it; look at the result/],
    [503, 503, 'service unavailable', /in maintenance; try again later/],
  ])('HTTP %i, error %i: says what to do next', async (code, errorNum, errorMessage, hint) => {
    arango.server.load();
    arango.server.fail('POST /_api/explain', answer(code, { code, error: true, errorNum, errorMessage }));
    const { error } = (await arango.session.call('arango_read_query', { query: 'RETURN F()' })).document;
    expect(error).toMatchObject({ layer: 'engine', code: errorNum, hint: expect.stringMatching(hint) });
  });

  it.each([
    ['InsertNode', true],
    ['UpsertNode', true],
    ['UpdateNode', false],
    ['ReplaceNode', false],
    ['RemoveNode', false],
  ])('a dry run with %s says that numbers of keys are not given back: %j', async (type, noted) => {
    const query = 'FOR p IN products UPDATE p WITH {} IN products';
    const plan = explained(query, { products: 'write' }, { modifies: true });
    const { plan: body } = plan.response.body as { plan: { nodes: readonly object[] } };
    const nodes = [...body.nodes, { type, id: 90, dependencies: [3], estimatedCost: 1, estimatedNrItems: 1 }];
    arango.server.load(
      { ...plan, response: { ...plan.response, body: { plan: { ...body, nodes } } } },
      begin({ read: [], write: ['products'] }),
      cursor(query, []),
      abort(),
    );
    const { document } = await arango.session.call('arango_query', { query, dryRun: true });
    expect(document.transaction).toBe('rolled back');
    expect(Object.hasOwn(document, 'notes')).toBe(noted);
  });

  it('a stream cut off at the limit claims nothing about warnings, though the first reply has none', async () => {
    const query = 'FOR i IN 1..9 RETURN i';
    arango.server.load(
      explained(query, {}),
      begin({ read: [] }),
      cursor(query, [1, 2], {
        limit: 1,
        stream: true,
        reply: { hasMore: true, id: '7', extra: { warnings: [] } },
      }),
      abort(),
    );
    arango.server.fail('DELETE /_api/cursor/7', answer(202, { id: '7', error: false, code: 202 }));
    const { document } = await arango.session.call('arango_read_query', { query, limit: 1 });
    expect(document).toMatchObject({
      hasMore: true,
      statisticsMissing: expect.stringMatching(/was stopped/),
    });
    expect(document).not.toHaveProperty('warnings');
  });

  it.each([
    [2, false],
    [3, true],
  ])('%i paths where 2 are asked for: hasMore %j', async (found, hasMore) => {
    const body = {
      result: Array.from({ length: found }, () => ({})),
      hasMore: false,
      extra: { stats: {}, warnings: [] },
    };
    arango.server.load();
    arango.server.fail('POST /_api/cursor', answer(201, body));
    const args = { from: 'a/1', to: 'a/2', graph: 'g', paths: 2 };
    const { document } = await arango.session.call('arango_shortest_path', args);
    expect(document).toMatchObject({ count: 2, hasMore });
    expect(arango.server.requests[0]?.body).toMatchObject({ bindVars: { rows: 3 } });
  });
});

describe('the list of collections with their counts', () => {
  const arango = arangoSetup();
  const listed = (count: number): Exchange =>
    derived('RestCollectionGetAllCollections', {
      reply: {
        result: Array.from({ length: count }, (_, index) => ({
          id: String(index),
          name: `c${String(index).padStart(4, '0')}`,
          status: 3,
          type: 2,
          isSystem: false,
        })),
      },
    });

  it('marks one that was dropped meanwhile', async () => {
    const gone = recorded('RestDocumentHandlerPostUnknownCollection1').response;
    arango.server.load(listed(2));
    arango.server.fail('GET /_api/collection/c0000/count', answer(gone.status, gone.body as object));
    arango.server.fail('GET /_api/collection/c0001/count', answer(200, { count: 5 }));
    const { document, isError } = await arango.session.call('arango_list_collections', { counts: true });
    expect(isError).toBe(false);
    expect(document.collections).toEqual([
      { name: 'c0000', type: 'document', isSystem: false, gone: true },
      { name: 'c0001', type: 'document', isSystem: false, count: 5 },
    ]);
  });

  it('counts eight at a time, and none where it is not asked to', async () => {
    arango.server.load(listed(100));
    let [waiting, most] = [0, 0];
    const held: (() => void)[] = [];
    arango.server.beforeAnswer = async ({ path }) => {
      if (!path.endsWith('/count')) return;
      most = Math.max(most, ++waiting);
      // Answered when eight wait, or when no further one can come.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === 8 || arango.server.requests.length > 96)
          for (const wake of held.splice(0)) wake();
      });
      waiting--;
    };
    arango.server.fail('GET /_api/collection/c', answer(200, { count: 1 }));
    const { document } = await arango.session.call('arango_list_collections', { counts: true });
    expect(document.collections).toHaveLength(100);
    expect(most).toBe(8);
    arango.server.load(listed(100));
    await arango.session.call('arango_list_collections', {});
    expect(arango.server.log).toEqual(['GET /_api/collection']);
  });
});
