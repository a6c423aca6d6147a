import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../src/observability/audit-log.js';
import { begin, explained } from '../helpers/arango-exchanges.js';
import { FAULTS } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';

const REMOVE = 'FOR p IN products REMOVE p IN products';
const EDGES = { collection: 'e', from: ['v'], to: ['v'] };

const lines: unknown[] = [];
beforeEach(() => void lines.splice(0));
const arango = arangoSetup(
  '2026-07-28',
  {},
  { onCall: auditLog((line) => void lines.push(JSON.parse(line)), false) },
);

it.each([
  ['arango_create_collection', { collection: 'c' }, 'c'],
  ['arango_create_index', { collection: 'c', type: 'persistent', fields: ['a'] }, 'c'],
  ['arango_drop_index', { collection: 'c', index: 'i', confirm: true }, 'c'],
  ['arango_drop_collection', { collection: 'c', confirm: true }, 'c'],
  ['arango_graph', { action: 'create', graph: 'g', edgeDefinitions: [EDGES] }, 'g'],
  ['arango_graph', { action: 'add_edges', graph: 'g', ...EDGES }, 'g'],
  ['arango_graph', { action: 'drop', graph: 'g', confirm: true }, 'g'],
  ['arango_view', { action: 'create', view: 'v' }, 'v'],
  ['arango_view', { action: 'update', view: 'v', properties: {} }, 'v'],
  ['arango_view', { action: 'drop', view: 'v', confirm: true }, 'v'],
])('%s %j without a reply names what may have changed', async (tool, args, name) => {
  arango.server.load();
  arango.server.fail('', FAULTS.reset);
  const { document } = await arango.session.call(tool, args);
  expect(document).toMatchObject({ outcome: 'unknown', mayHaveChanged: [name] });
  expect(document).not.toHaveProperty('changed');
  expect(lines).toMatchObject([{ name: tool, database: '_system', outcome: 'unknown', changed: [name] }]);
});

it.each([
  ['arango_query', { query: REMOVE }],
  ['arango_insert', { collection: 'products', documents: [{ _key: '1' }] }],
  ['arango_remove', { collection: 'products', documents: [{ _key: '1' }] }],
])('%s %j whose commit nobody answers names what may have changed', async (tool, args) => {
  arango.server.load(
    explained(REMOVE, { products: 'write' }, { modifies: true }),
    begin({ read: [], write: ['products'] }),
    begin({ write: ['products'] }),
  );
  const written = '[{"_id":"products/1","_key":"1","_rev":"a"}]';
  const body =
    tool === 'arango_query' ? '{"result":[],"hasMore":false,"extra":{"stats":{},"warnings":[]}}' : written;
  for (const start of ['POST /_api/cursor', 'POST /_api/document', 'DELETE /_api/document']) {
    arango.server.fail(start, (_request, response) => void response.writeHead(200).end(body));
  }
  for (const method of ['PUT', 'GET', 'DELETE']) {
    arango.server.fail(`${method} /_api/transaction/74719`, FAULTS.reset);
  }
  const { document } = await arango.session.call(tool, args);
  expect(document).toMatchObject({ transaction: 'unknown', mayHaveChanged: ['products'] });
  expect(lines).toMatchObject([{ name: tool, outcome: 'unknown', changed: ['products'] }]);
});

it('what a server refused is not named', async () => {
  arango.server.load();
  arango.server.fail(
    'DELETE /_api/collection/c',
    (_request, response) =>
      void response
        .writeHead(404)
        .end('{"error":true,"code":404,"errorNum":1203,"errorMessage":"not found"}'),
  );
  await arango.session.call('arango_drop_collection', { collection: 'c', confirm: true });
  expect(lines).toMatchObject([{ outcome: 'failed', errorCode: 1203 }]);
  expect(lines[0]).not.toHaveProperty('changed');
});
