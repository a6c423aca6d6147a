import { afterEach, describe, expect, it } from 'vitest';
import { derived, recorded } from '../helpers/arango-exchanges.js';
import { FAULTS } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { ERAS } from '../helpers/mcp-session.js';

describe.each(ERAS)('arango_view in %s', (era) => {
  const arango = arangoSetup(era);
  afterEach(() => expect(arango.server.unexpected).toEqual([]));

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
    arango.server.load(exchange);
    const { document, isError, text } = await arango.session.call('arango_view', args);
    expect(isError, text).toBe(false);
    expect(document).toMatchObject({ action: args.action, changed: [args.view], view });
  });

  it('replace sends all the properties', async () => {
    const { body } = recorded('RestViewPutPropertiesArangoSearch').request;
    arango.server.load(recorded('RestViewPutPropertiesArangoSearch'));
    const args = { action: 'replace', view: 'productsView', properties: body };
    expect((await arango.session.call('arango_view', args)).document.view.type).toBe('arangosearch');
  });

  it('drop needs confirm', async () => {
    arango.server.load(
      derived('RestViewDeleteViewIdentifierArangoSearch', { path: '/_api/view/productsView' }),
    );
    const args = { action: 'drop', view: 'productsView' };
    expect((await arango.session.call('arango_view', args)).document.error.layer).toBe('input');
    expect(arango.server.log).toEqual([]);
    expect((await arango.session.call('arango_view', { ...args, confirm: true })).document.dropped).toBe(
      'productsView',
    );
  });

  it('update needs properties, and a lost reply may mean that it happened', async () => {
    arango.server.load();
    const args = { action: 'update', view: 'v' };
    expect((await arango.session.call('arango_view', args)).document.error.message).toBe(
      '"action" update needs "properties".',
    );
    arango.server.fail('PATCH /_api/view/v', FAULTS.reset);
    const { document } = await arango.session.call('arango_view', { ...args, properties: {} });
    expect(document).toMatchObject({ outcome: 'unknown', error: { layer: 'driver' } });
  });
});
