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
import { call, query, type Differences, type RecordedCall } from '../helpers/arango-recorded-call.js';

const graph = (name: string, args: object, differs: Differences = {}): RecordedCall =>
  call(name, 'arango_graph', { graph: 'social', ...args }, differs);
const view = (name: string, args: object, differs: Differences = {}): RecordedCall =>
  call(name, 'arango_view', { view: 'productsView', ...args }, differs);
const write = (tool: string, name: string, documents: readonly object[], args = {}, differs = {}) =>
  call(name, `arango_${tool}`, { collection: 'products', documents, ...args }, differs);
const index = (name: string, args: object, collection = 'products'): RecordedCall =>
  call(name, 'arango_create_index', { collection, ...args });

const DESCRIBE = { collection: 'products', sampleSize: 0 };
const DESCRIBED = [
  recorded('RestCollectionGetCollectionName'),
  recorded('RestIndexAllIndexes'),
  recorded('RestCollectionGetCollectionCount'),
];

const views = (name: string, type: string): Exchange =>
  documented('HTTP API, Views, "List all Views"', 'GET', '/_api/view', {
    error: false,
    code: 200,
    result: [{ id: '75007', name, type, globallyUniqueId: 'h5C3DDE5391BF/75007' }],
  });

const ONLY_PRODUCTS = derived('RestCollectionGetAllCollections', {
  reply: { result: [{ id: '70049', name: 'products', status: 3, type: 2, isSystem: false }] },
});

const PEOPLE = { collection: 'relation', from: ['female', 'male'], to: ['female', 'male'] };
const THROUGH_LISTS = { collection: 'edges', from: ['startNodes'], to: ['endNodes'] };
const DIMENSIONS = { fields: ['from', 'to'], fieldValueTypes: 'double' };

/** Every recorded request that a tool can send. */
export const RECORDED_CALLS: readonly RecordedCall[] = [
  graph('HttpGharialAddEdgeCol', {
    action: 'add_edges',
    collection: 'works_in',
    from: ['female', 'male'],
    to: ['city'],
  }),
  graph('HttpGharialAddEdge', {
    action: 'insert_edge',
    collection: 'relation',
    document: { type: 'friend', _from: 'female/alice', _to: 'female/diana' },
  }),
  graph('HttpGharialAddVertexCol', { action: 'add_vertices', collection: 'otherNodes' }),
  graph('HttpGharialAddVertex', {
    action: 'insert_vertex',
    collection: 'male',
    document: { name: 'Francis' },
  }),
  // Without the options of SmartGraphs, which no tool has.
  graph(
    'HttpGharialCreateEnterprise',
    { action: 'create', graph: 'enterpriseGraph', edgeDefinitions: [THROUGH_LISTS] },
    { body: { name: 'enterpriseGraph', edgeDefinitions: [THROUGH_LISTS], orphanCollections: [] } },
  ),
  graph('HttpGharialDeleteEdge', { action: 'remove_edge', collection: 'relation', key: '73533' }),
  graph(
    'HttpGharialDeleteVertex',
    { action: 'remove_vertex', collection: 'female', key: 'alice' },
    {
      around: [
        {
          ...recorded('HttpGharialAddVertexCol'),
          request: { method: 'GET', path: '/_api/gharial/social' },
          source: 'derived from HttpGharialAddVertexCol',
        },
      ],
    },
  ),
  graph('HttpGharialEdgeDefinitionRemove', { action: 'remove_edges', collection: 'relation' }),
  call('HttpGharialList', 'arango_list_graphs', {}),
  graph('HttpGharialReplaceEdgeCol', {
    ...PEOPLE,
    action: 'replace_edges',
    from: ['female', 'male', 'animal'],
    to: ['female', 'male', 'animal'],
  }),
  call(
    'RestAnalyzersGet',
    'arango_list_views',
    { analyzers: true },
    {
      around: [views('productsView', 'search-alias'), recorded('RestViewGetViewPropertiesNameSearchAlias')],
    },
  ),
  call('RestCollectionCreateCollection', 'arango_create_collection', { collection: 'testCollectionBasics' }),
  call(
    'RestCollectionCreateCollection',
    'arango_create_collection',
    { collection: 'testCollectionEdges', type: 'edge' },
    { index: 1 },
  ),
  call('RestCollectionCreateKeyopt', 'arango_create_collection', {
    collection: 'testCollectionUsers',
    keyOptions: { type: 'autoincrement', increment: 5, allowUserKeys: true },
  }),
  call('RestCollectionDeleteCollectionName', 'arango_drop_collection', {
    collection: 'products1',
    confirm: true,
  }),
  call('RestCollectionGetAllCollections', 'arango_list_collections', { includeSystem: true }),
  call('RestCollectionGetCollectionCount', 'arango_describe_collection', DESCRIBE, { around: DESCRIBED }),
  call('RestCollectionGetCollectionName', 'arango_describe_collection', DESCRIBE, { around: DESCRIBED }),
  call('RestIndexAllIndexes', 'arango_describe_collection', DESCRIBE, { around: DESCRIBED }),
  call(
    'RestCollectionGetCollectionFigures',
    'arango_status',
    { figures: true },
    { around: [...statusPages(), ONLY_PRODUCTS] },
  ),
  call('RestVersion', 'arango_status', {}, { around: statusPages() }),
  call('RestDatabaseGetInfo', 'arango_status', {}, { around: statusPages() }),
  call('RestDatabaseGetUser', 'arango_list_databases', {}),
  query('RestCursorCreateCursorForLimitReturnSingle', 'arango_read_query'),
  query('RestCursorCreateCursorForLimitReturn', 'arango_read_query', {}, { limit: 1 }),
  query('RestCursorDeleteIgnore', 'arango_query'),
  query('RestCursorDeleteQueryFail', 'arango_query'),
  query('RestCursorDeleteQuery', 'arango_query'),
  query('RestCursorMemoryLimit', 'arango_read_query', { memoryLimit: 100_000 }, { memoryLimit: 100_000 }),
  query('RestCursorModifyArray', 'arango_query'),
  query('RestCursorPostBatch', 'arango_read_query', {}, { limit: 1 }),
  query('RestCursorPostBatch', 'arango_read_query', {}, { limit: 3 }, { index: 1 }),
  {
    ...query(
      'RestCursorCreateCursorForLimitReturn',
      'arango_read_query',
      {},
      {
        limit: 3,
        reply: { hasMore: true, id: '123123' },
      },
    ),
    name: 'RestCursorPostInvalidCursorIdentifier',
    exchange: recorded('RestCursorPostInvalidCursorIdentifier'),
    around: [
      explained('FOR p IN products LIMIT 5 RETURN p', {}),
      cursor('FOR p IN products LIMIT 5 RETURN p', [1], {
        limit: 3,
        stream: true,
        reply: { hasMore: true, id: '123123' },
      }),
    ],
  },
  call(
    'RestCursorProfileQuery',
    'arango_profile_query',
    { query: 'LET s = SLEEP(0.25) LET t = SLEEP(0.5) RETURN 1' },
    {
      body: {
        query: 'LET s = SLEEP(0.25) LET t = SLEEP(0.5) RETURN 1',
        batchSize: 201,
        options: { maxRuntime: 120, profile: 2 },
      },
      around: [explained('LET s = SLEEP(0.25) LET t = SLEEP(0.5) RETURN 1', {})],
    },
  ),
  write('remove', 'RestDocumentHandlerDeleteDocumentIfMatchOther', [{ _key: '70787', _rev: '_l6zhVRe--_' }], {
    checkRevision: true,
  }),
  write('remove', 'RestDocumentHandlerDeleteDocumentObjectMulti', [{ _key: '1' }, { _key: '2' }]),
  write(
    'remove',
    'RestDocumentHandlerDeleteDocumentRevMulti',
    [
      { _key: '1', _rev: '_l6zhVc----' },
      { _key: '2', _rev: '_l6zhVc---_' },
    ],
    { checkRevision: true },
  ),
  write('remove', 'RestDocumentHandlerDeleteDocumentUnknownHandle', [{ _key: '70768' }]),
  // Keys in objects: the tool sends no bare ids.
  write(
    'remove',
    'RestDocumentHandlerDeleteDocumentUnknownMulti',
    [{ _key: '1' }, { _key: '2' }],
    {},
    { body: [{ _key: '1' }, { _key: '2' }] },
  ),
  write('remove', 'RestDocumentHandlerDeleteDocument', [{ _key: '70750' }]),
  write('update', 'RestDocumentHandlerPatchDocument', [{ _key: '70706', hello: 'world' }]),
  write(
    'update',
    'RestDocumentHandlerPatchDocument',
    [{ _key: '70706', numbers: { one: 1, two: 2, three: 3, empty: null } }],
    {},
    { index: 1 },
  ),
  write(
    'update',
    'RestDocumentHandlerPatchDocument',
    [{ _key: '70706', hello: null, numbers: { four: 4 } }],
    { keepNull: false },
    { index: 3 },
  ),
  write('insert', 'RestDocumentHandlerPostAccept1', [{ Hello: 'World' }]),
  write('insert', 'RestDocumentHandlerPostBadJsonMulti', [{ _key: 111 }, { _key: 'abc' }]),
  write('insert', 'RestDocumentHandlerPostCreate1', [{ Hello: 'World' }]),
  write('insert', 'RestDocumentHandlerPostMulti1', [
    { Hello: 'Earth' },
    { Hello: 'Venus' },
    { Hello: 'Mars' },
  ]),
  write('insert', 'RestDocumentHandlerPostOverwrite', [{ Hello: 'World', _key: 'lock' }]),
  // `overwrite=true` is the older name of this mode.
  write(
    'insert',
    'RestDocumentHandlerPostOverwrite',
    [{ Hello: 'Universe', _key: 'lock' }],
    { overwriteMode: 'replace' },
    { index: 1, path: '/_api/document/products?overwriteMode=replace' },
  ),
  write('insert', 'RestDocumentHandlerPostReturnNew', [{ Hello: 'World' }], { returnNew: true }),
  write('insert', 'RestDocumentHandlerPostUnknownCollection1', [{ Hello: 'World' }]),
  write('replace', 'RestDocumentHandlerUpdateDocument', [{ _key: '70648', Hello: 'you' }]),
  write(
    'replace',
    'RestDocumentHandlerUpdateDocumentIfMatchOther',
    [{ _key: '70685', _rev: '_l6zhVLO--_', other: 'content' }],
    { checkRevision: true },
  ),
  write('replace', 'RestDocumentHandlerUpdateDocumentUnknownHandle', [{ _key: '70666' }]),
  ...transactionCalls(),
  call('RestExplainAllPlans', 'arango_explain_query', {
    query: 'FOR p IN products FILTER p.id == 25 RETURN p',
    allPlans: true,
  }),
  call('RestExplainEmpty', 'arango_explain_query', { query: 'FOR i IN [ 1, 2, 3 ] FILTER 1 == 2 RETURN i' }),
  call('RestExplainInvalid', 'arango_explain_query', {
    query: 'FOR p IN products FILTER p.id == @id LIMIT 2 RETURN p.n',
  }),
  call('RestExplainOptimizerRules', 'arango_explain_query', {
    query: 'FOR p IN products LET a = p.id FILTER a == 4 LET name = p.name SORT p.id LIMIT 1 RETURN name',
  }),
  call('RestExplainValid', 'arango_explain_query', { query: 'FOR p IN products RETURN p' }),
  call('RestExplainWarning', 'arango_explain_query', { query: 'FOR i IN 1..10 RETURN 1 / 0' }),
  index('RestIndexCreateGeoLatitudeLongitude', { type: 'geo', fields: ['e', 'f'] }),
  index('RestIndexCreateNewFulltext', { type: 'fulltext', fields: ['text'] }),
  index('RestIndexCreateNewInverted', {
    type: 'inverted',
    fields: ['a', { name: 'b', analyzer: 'text_en' }],
  }),
  index(
    'RestIndexCreateNewMdiPrefixed',
    { type: 'mdi-prefixed', ...DIMENSIONS, prefixFields: ['year', 'month'] },
    'intervals',
  ),
  index('RestIndexCreateNewMdi', { type: 'mdi', ...DIMENSIONS }, 'intervals'),
  index('RestIndexCreateNewPersistent', { type: 'persistent', unique: false, fields: ['a', 'b'] }),
  index('RestIndexCreateNewTtlIndex', { type: 'ttl', expireAfter: 3600, fields: ['createdAt'] }, 'sessions'),
  index('RestIndexCreateSparsePersistent', {
    type: 'persistent',
    unique: false,
    sparse: true,
    fields: ['a'],
  }),
  call('RestQueryInvalid', 'arango_validate_query', {
    query: 'FOR i IN 1..100 FILTER i = 1 LIMIT 2 RETURN i * 3',
  }),
  call('RestQueryValid', 'arango_validate_query', {
    query: 'FOR i IN 1..100 FILTER i > 10 LIMIT 2 RETURN i * 3',
    ast: true,
  }),
  // Names only: the recordings name these views by their numbers.
  view(
    'RestViewDeleteViewIdentifierArangoSearch',
    { action: 'drop', confirm: true },
    { path: '/_api/view/productsView' },
  ),
  call(
    'RestViewGetViewPropertiesIdentifierArangoSearch',
    'arango_list_views',
    {},
    { path: '/_api/view/productsView/properties', around: [views('productsView', 'arangosearch')] },
  ),
  call(
    'RestViewGetViewPropertiesIdentifierSearchAlias',
    'arango_list_views',
    {},
    { path: '/_api/view/productsView/properties', around: [views('productsView', 'search-alias')] },
  ),
  call(
    'RestViewGetViewPropertiesNameSearchAlias',
    'arango_list_views',
    {},
    { around: [views('productsView', 'search-alias')] },
  ),
  view('RestViewPatchPropertiesArangoSearch', {
    action: 'update',
    properties: { cleanupIntervalStep: 12, links: { products: null } },
  }),
  view('RestViewPatchPropertiesSearchAlias', {
    action: 'update',
    properties: { indexes: [{ collection: 'books', index: 'inv_descr' }] },
  }),
  view('RestViewPostViewArangoSearch', { action: 'create', view: 'products' }),
  view('RestViewPostViewSearchAlias', {
    action: 'create',
    view: 'products',
    type: 'search-alias',
    properties: { indexes: [{ collection: 'books', index: 'inv-idx' }] },
  }),
  view('RestViewPutPropertiesArangoSearch', {
    action: 'replace',
    properties: {
      cleanupIntervalStep: 12,
      links: { products: { fields: { description: { analyzers: ['text_en'] } } } },
    },
  }),
  view('RestViewPutPropertiesSearchAlias', {
    action: 'replace',
    properties: { indexes: [{ collection: 'books', index: 'inv_descr' }] },
  }),
];

/** What an insertion asks about its transaction. */
function transactionCalls(): readonly RecordedCall[] {
  const created = recorded('RestDocumentHandlerPostCreate1');
  const documents = [{ Hello: 'World' }];
  const began = (id: string): readonly Exchange[] => [begin({ write: ['products'] }, id), created];
  const failing = { ...commit('74736'), response: recorded('RestTransactionAbort').response };
  return [
    write(
      'insert',
      'RestTransactionBeginSingle',
      documents,
      {},
      {
        body: { collections: { write: ['products'] }, allowImplicit: true, lockTimeout: 120 },
        around: [created, commit('74719')],
      },
    ),
    write('insert', 'RestTransactionBeginAbort', documents, {}, { around: began('74752') }),
    write('insert', 'RestTransactionBeginCommit', documents, { dryRun: true }, { around: began('74768') }),
    // Asked where the commit's answer does not say how it ended.
    write(
      'insert',
      'RestTransactionGet',
      documents,
      {},
      {
        around: [...began('74736'), failing, abort('74736')],
      },
    ),
  ];
}
