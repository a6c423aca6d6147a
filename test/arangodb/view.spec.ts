import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { derived, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

describe.each(ERAS)('arango_view in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(era, { ARANGO_URL: server.url });
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });
  afterEach(() => expect(server.unexpected).toEqual([]));

  it.each([
    [
      { action: 'create', view: 'products' },
      recorded('RestViewPostViewArangoSearch'),
      { name: 'products', type: 'arangosearch', links: {} },
    ],
    [
      {
        action: 'create',
        view: 'products',
        type: 'search-alias',
        properties: { indexes: [{ collection: 'books', index: 'inv-idx' }] },
      },
      recorded('RestViewPostViewSearchAlias'),
      { type: 'search-alias', indexes: [{ collection: 'books', index: 'inv-idx' }] },
    ],
    [
      {
        action: 'update',
        view: 'productsView',
        properties: { cleanupIntervalStep: 12, links: { products: null } },
      },
      recorded('RestViewPatchPropertiesArangoSearch'),
      { name: 'productsView', cleanupIntervalStep: 12 },
    ],
  ])('%j', async (args, exchange, view) => {
    server.load(exchange);
    const { document, isError, text } = await session.call('arango_view', args);
    expect(isError, text).toBe(false);
    expect(document).toMatchObject({ action: args.action, changed: [args.view], view });
  });

  it('replace sends all the properties', async () => {
    const { body } = recorded('RestViewPutPropertiesArangoSearch').request;
    server.load(recorded('RestViewPutPropertiesArangoSearch'));
    const args = { action: 'replace', view: 'productsView', properties: body };
    expect((await session.call('arango_view', args)).document.view.type).toBe('arangosearch');
  });

  it('drop needs confirm', async () => {
    server.load(derived('RestViewDeleteViewIdentifierArangoSearch', { path: '/_api/view/productsView' }));
    const args = { action: 'drop', view: 'productsView' };
    expect((await session.call('arango_view', args)).document.error.layer).toBe('input');
    expect(server.log).toEqual([]);
    expect((await session.call('arango_view', { ...args, confirm: true })).document.dropped).toBe(
      'productsView',
    );
  });

  it('update needs properties, and a lost reply may mean that it happened', async () => {
    server.load();
    const args = { action: 'update', view: 'v' };
    expect((await session.call('arango_view', args)).document.error.message).toBe(
      '"action" update needs "properties".',
    );
    server.fail('PATCH /_api/view/v', FAULTS.reset);
    const { document } = await session.call('arango_view', { ...args, properties: {} });
    expect(document).toMatchObject({ outcome: 'unknown', error: { layer: 'driver' } });
  });
});
