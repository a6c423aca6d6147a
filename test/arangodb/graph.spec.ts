import { afterEach, describe, expect, it } from 'vitest';
import { abort, begin, commit, derived, documented, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS } from '../helpers/mcp-session.js';

const RELATION = { collection: 'relation', from: ['female', 'male'], to: ['female', 'male'] };

describe.each(ERAS)('arango_graph in %s', (era) => {
  const arango = arangoSetup(era);
  afterEach(() => expect(arango.server.unexpected).toEqual([]));

  it.each([
    [
      'add_edges',
      { graph: 'social', collection: 'works_in', from: ['female', 'male'], to: ['city'] },
      recorded('HttpGharialAddEdgeCol'),
      [RELATION, { collection: 'works_in', from: ['female', 'male'], to: ['city'] }],
      [],
    ],
    [
      'replace_edges',
      {
        graph: 'social',
        collection: 'relation',
        from: ['female', 'male', 'animal'],
        to: ['female', 'male', 'animal'],
      },
      recorded('HttpGharialReplaceEdgeCol'),
      [{ collection: 'relation', from: ['animal', 'female', 'male'], to: ['animal', 'female', 'male'] }],
      [],
    ],
    [
      'remove_edges',
      { graph: 'social', collection: 'relation' },
      recorded('HttpGharialEdgeDefinitionRemove'),
      [],
      ['female', 'male'],
    ],
    [
      'add_vertices',
      { graph: 'social', collection: 'otherNodes' },
      recorded('HttpGharialAddVertexCol'),
      [RELATION],
      ['otherNodes'],
    ],
    [
      'create',
      {
        graph: 'enterpriseGraph',
        edgeDefinitions: [{ collection: 'edges', from: ['startNodes'], to: ['endNodes'] }],
      },
      derived('HttpGharialCreateEnterprise', {
        body: {
          name: 'enterpriseGraph',
          edgeDefinitions: [{ collection: 'edges', from: ['startNodes'], to: ['endNodes'] }],
          orphanCollections: [],
        },
      }),
      [{ collection: 'edges', from: ['startNodes'], to: ['endNodes'] }],
      [],
    ],
  ])('%s', async (action, args, exchange, edgeDefinitions, orphanCollections) => {
    arango.server.load(exchange);
    const { document, isError, text } = await arango.session.call('arango_graph', { action, ...args });
    expect(isError, text).toBe(false);
    expect(document).toMatchObject({
      action,
      changed: [args.graph],
      graph: { name: args.graph, edgeDefinitions, orphanCollections },
    });
  });

  it('drop needs confirm, and says whether the collections go too', async () => {
    arango.server.load(
      documented('HTTP API, Graphs, "Drop a graph"', 'DELETE', '/_api/gharial/social?dropCollections=true', {
        error: false,
        code: 202,
        removed: true,
      }),
    );
    const args = { action: 'drop', graph: 'social', dropCollections: true };
    const refused = await arango.session.call('arango_graph', args);
    expect(refused.document.error).toMatchObject({
      layer: 'input',
      message: expect.stringMatching(/"confirm": true/),
    });
    expect(arango.server.log).toEqual([]);
    const { document } = await arango.session.call('arango_graph', { ...args, confirm: true });
    expect(document).toMatchObject({
      dropped: 'social',
      confirmedBy: 'the argument only; this client asks nobody',
    });
  });

  it.each([
    [
      'insert_vertex',
      { collection: 'male', document: { name: 'Francis' } },
      recorded('HttpGharialAddVertex'),
      { vertex: { _id: 'male/72753' } },
    ],
    [
      'insert_edge',
      { collection: 'relation', document: { type: 'friend', _from: 'female/alice', _to: 'female/diana' } },
      recorded('HttpGharialAddEdge'),
      { edge: { _id: 'relation/73188' } },
    ],
    [
      'remove_edge',
      { collection: 'relation', key: '73533' },
      recorded('HttpGharialDeleteEdge'),
      { removed: true },
    ],
  ])('%s runs in a transaction, and can be tried', async (action, args, exchange, result) => {
    arango.server.load(begin({ write: [args.collection] }), exchange, commit(), abort());
    const call = { action, graph: 'social', ...args };
    const { document, isError, text } = await arango.session.call('arango_graph', call);
    expect(isError, text).toBe(false);
    expect(document).toMatchObject({
      transaction: 'committed',
      affectedRows: 1,
      changed: [args.collection],
      ...result,
    });
    expect(arango.server.requests[1]?.headers['x-arango-trx-id']).toBe('74719');
    const tried = await arango.session.call('arango_graph', { ...call, dryRun: true });
    expect(tried.document).toMatchObject({ transaction: 'rolled back', ...result });
  });

  it('remove_vertex declares all collections of the graph: the edges of the vertex go with it', async () => {
    arango.server.load(
      derived('HttpGharialAddVertexCol', { path: '/_api/gharial/social' }),
      { ...derived('HttpGharialAddVertexCol', {}), request: { method: 'GET', path: '/_api/gharial/social' } },
      begin({ write: ['relation', 'female', 'male', 'otherNodes'] }),
      recorded('HttpGharialDeleteVertex'),
      commit(),
    );
    const { document, text } = await arango.session.call('arango_graph', {
      action: 'remove_vertex',
      graph: 'social',
      collection: 'female',
      key: 'alice',
    });
    expect(document.transaction, text).toBe('committed');
  });

  it('an edge whose vertex the graph does not have is refused in the words of the engine', async () => {
    const refusal = {
      error: true,
      code: 400,
      errorNum: 1947,
      errorMessage: 'used edge collection vertex missing',
    };
    arango.server.load(begin({ write: ['relation'] }), abort());
    arango.server.fail(
      'POST /_api/gharial/social/edge/relation',
      (_request, response) =>
        void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
    );
    const { document } = await arango.session.call('arango_graph', {
      action: 'insert_edge',
      graph: 'social',
      collection: 'relation',
      document: { _from: 'nosuch/1', _to: 'female/diana' },
    });
    expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine', code: 1947 } });
  });

  it.each([
    [{ action: 'add_edges', graph: 'g', collection: 'e' }, '"action" add_edges needs "from".'],
    [{ action: 'insert_vertex', graph: 'g', collection: 'v' }, '"action" insert_vertex needs "document".'],
    [{ action: 'remove_edge', graph: 'g', collection: 'e' }, '"action" remove_edge needs "key".'],
    [{ action: 'create', graph: 'g', dryRun: true }, /cannot be tried/],
  ])('refuses %j before anything is sent', async (args, message) => {
    arango.server.load();
    const { document } = await arango.session.call('arango_graph', args);
    expect(document.error.layer).toBe('input');
    expect(document.error.message).toMatch(message);
    expect(arango.server.log).toEqual([]);
  });

  it('a definition without a reply may have happened', async () => {
    arango.server.load();
    arango.server.fail('POST /_api/gharial', FAULTS.reset);
    const { document } = await arango.session.call('arango_graph', { action: 'create', graph: 'g' });
    expect(document).toMatchObject({ outcome: 'unknown', error: { layer: 'driver' } });
  });
});

it('ARANGO_WRITE_MODE=dryrun refuses definitions and tries the rest', async () => {
  const server = await ArangoReplayServer.start();
  const session = await openApplication('2026-07-28', {
    ARANGO_URL: server.url,
    ARANGO_WRITE_MODE: 'dryrun',
  });
  server.load(begin({ write: ['male'] }), recorded('HttpGharialAddVertex'), abort());
  const defined = await session.call('arango_graph', { action: 'create', graph: 'g' });
  expect(defined.document.error).toMatchObject({
    layer: 'guard',
    message: expect.stringMatching(/cannot undo/),
  });
  const filled = await session.call('arango_graph', {
    action: 'insert_vertex',
    graph: 'social',
    collection: 'male',
    document: { name: 'Francis' },
  });
  expect(filled.document.transaction).toBe('rolled back');
  await session.close();
  await server.close();
});
