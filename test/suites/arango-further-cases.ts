import { brokenEdgesQuery } from '../../src/arangodb/aql/check-queries.js';
import {
  abort,
  begin,
  commit,
  cursor,
  derived,
  documented,
  explained,
  recorded,
  statusPages,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import type { ArangoCase } from './arango-case.js';

/** A call that succeeds; what its reply holds is checked elsewhere. */
export type ArangoCall = Pick<ArangoCase, 'title' | 'tool' | 'args' | 'exchanges'>;

const PROFILED = 'RETURN 1';
const EDGES = { bindVars: { '@collection': 'knows', rows: 201 }, stream: true };
const RUNNING = [{ id: '74', query: 'RETURN SLEEP(10)' }];

const page = (method: string, path: string, body: unknown): Exchange =>
  documented('HTTP API', method, path, body);
const graph = (title: string, args: object, ...exchanges: readonly Exchange[]): ArangoCall => ({
  title,
  tool: 'arango_graph',
  args: { graph: 'social', ...args },
  exchanges,
});

/** Tools whose other tests do not stand in a list of cases. */
export const FURTHER_CASES: readonly ArangoCall[] = [
  graph(
    'a definition of a graph',
    { action: 'add_vertices', collection: 'otherNodes' },
    recorded('HttpGharialAddVertexCol'),
  ),
  graph(
    'a graph dropped',
    { action: 'drop', confirm: true },
    page('DELETE', '/_api/gharial/social', { error: false, code: 202, removed: true }),
  ),
  graph(
    'a vertex through a graph',
    { action: 'insert_vertex', collection: 'male', document: { name: 'Francis' } },
    begin({ write: ['male'] }),
    recorded('HttpGharialAddVertex'),
    commit(),
  ),
  graph(
    'an edge removed through a graph',
    { action: 'remove_edge', collection: 'relation', key: '73533' },
    begin({ write: ['relation'] }),
    recorded('HttpGharialDeleteEdge'),
    commit(),
  ),
  {
    title: 'a view',
    tool: 'arango_view',
    args: { action: 'create', view: 'products' },
    exchanges: [recorded('RestViewPostViewArangoSearch')],
  },
  {
    title: 'a view changed',
    tool: 'arango_view',
    args: { action: 'update', view: 'productsView', properties: { links: { products: null } } },
    exchanges: [derived('RestViewPatchPropertiesArangoSearch', { body: { links: { products: null } } })],
  },
  {
    title: 'a view dropped',
    tool: 'arango_view',
    args: { action: 'drop', view: 'productsView', confirm: true },
    exchanges: [derived('RestViewDeleteViewIdentifierArangoSearch', { path: '/_api/view/productsView' })],
  },
  {
    title: 'an index dropped',
    tool: 'arango_drop_index',
    args: { collection: 'products', index: 'i', confirm: true },
    exchanges: [page('DELETE', '/_api/index/products/i', { id: 'products/1', error: false, code: 200 })],
  },
  { title: 'the version', tool: 'arango_status', args: {}, exchanges: [recorded('RestVersion')] },
  { title: 'all it tells', tool: 'arango_status', args: {}, exchanges: statusPages() },
  ...(['running', 'slow'] as const).map((action) => ({
    title: action,
    tool: 'arango_queries',
    args: { action },
    exchanges: [page('GET', `/_api/query/${action === 'slow' ? 'slow' : 'current'}`, RUNNING)],
  })),
  {
    title: 'a query killed',
    tool: 'arango_queries',
    args: { action: 'kill', id: '74' },
    exchanges: [page('DELETE', '/_api/query/74', { error: false, code: 200 })],
  },
  {
    title: 'a profile',
    tool: 'arango_profile_query',
    args: { query: PROFILED },
    exchanges: [
      explained(PROFILED, {}),
      begin({ read: [] }),
      derived('RestCursorProfileQuery', {
        body: { query: PROFILED, batchSize: 201, options: { maxRuntime: 120, profile: 2 } },
      }),
      abort(),
    ],
  },
  {
    title: 'edges without ends',
    tool: 'arango_check_data',
    args: { check: 'edges', collection: 'knows' },
    exchanges: [cursor(brokenEdgesQuery('knows', 1).query, [], EDGES)],
  },
];
