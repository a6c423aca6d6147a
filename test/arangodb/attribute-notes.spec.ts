import { afterEach, expect, it } from 'vitest';
import {
  abort,
  answering,
  begin,
  cursor,
  derived,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import { arangoSetup } from '../helpers/arango-setup.js';

const SAMPLE = 'FOR document IN @@collection LIMIT @rows RETURN document';
const DOCUMENTS = [{ _key: '1', _id: 'products/1', id: 4, name: 'Lamp', maker: { city: 'Oslo' } }];

/** The recorded plan reads `id` by an index and `name` as a projection; here with other names in their place. */
function planned(query: string, id: string, name: string): Exchange {
  const { plan } = recorded('RestExplainOptimizerRules').response.body as { plan: object };
  const text = JSON.stringify(plan)
    .replaceAll('"name":"id"', `"name":${JSON.stringify(id)}`)
    .replaceAll('"path":["name"]', `"path":${JSON.stringify(name.split('.'))}`);
  return derived('RestExplainOptimizerRules', {
    body: { query },
    reply: { plan: JSON.parse(text) as object },
  });
}

const arango = arangoSetup();
afterEach(() => expect(arango.server.unexpected).toEqual([]));

async function read(id: string, name: string, rows: readonly unknown[], sample = sampled()) {
  const query = `FOR p IN products FILTER p.${id} == 4 RETURN p.${name}`;
  arango.server.load(
    planned(query, id, name),
    begin({ read: ['products'] }),
    cursor(query, rows, { stream: true }),
    sample,
    abort(),
  );
  return (await arango.session.call('arango_read_query', { query })).document;
}
const sampled = (): Exchange =>
  cursor(SAMPLE, DOCUMENTS, { bindVars: { '@collection': 'products', rows: 101 }, limit: 100, seconds: 2 });
const asked = () => arango.server.requests.filter(({ path }) => path === '/_api/cursor').length;

it.each([
  ['idd', 'name', [], 'idd', 'id'],
  ['id', 'nmae', [null], 'nmae', 'name'],
  ['id', 'NAME', [{ n: null }, { n: null }], 'NAME', 'name'],
  ['id', 'maker.ctiy', [null], 'maker.ctiy', 'maker.city'],
])('reading %s and %s finds nothing in %j: did you mean?', async (id, name, rows, wrong, meant) => {
  const { notes } = await read(id, name, rows);
  expect(notes).toEqual([`None of 1 sampled documents of products has "${wrong}". Did you mean "${meant}"?`]);
  // In the same transaction.
  expect(arango.server.requests[3]?.headers['x-arango-trx-id']).toBe('74719');
});

it.each([
  ['names that are there', 'id', 'name', []],
  ['a name that is like none', 'id', 'warehouse', [null]],
  ['a name too short to be like one', 'ix', 'name', []],
])('says nothing of %s', async (_title, id, name, rows) => {
  expect(await read(id, name, rows)).not.toHaveProperty('notes');
});

it('asks for no sample where the rows say something', async () => {
  expect(await read('idd', 'name', ['Lamp', null])).not.toHaveProperty('notes');
  expect(asked()).toBe(1);
});

it('a sample that fails takes nothing from the reply', async () => {
  const document = await read('idd', 'name', [], answering(sampled(), 'RestCursorMemoryLimit'));
  expect(document).toMatchObject({ count: 0, hasMore: false, rows: [] });
  expect(document).not.toHaveProperty('notes');
});
