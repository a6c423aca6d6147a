import { expect } from 'vitest';
import { cursor, derived, documented, recorded } from '../helpers/arango-exchanges.js';
import type { ArangoCase } from './arango-case.js';

const SAMPLE = 'FOR document IN @@collection LIMIT @rows RETURN document';
const RANDOM = 'FOR document IN @@collection SORT RAND() LIMIT @rows RETURN document';

const PRODUCTS = [
  { _key: '1', _id: 'products/1', _rev: '_a', name: 'Lamp', price: 25, tags: ['light', 1] },
  { _key: '2', _id: 'products/2', _rev: '_b', name: 'Desk', price: null, maker: { city: 'Oslo' } },
  { _key: '3', _id: 'products/3', _rev: '_c', name: 'Chair', price: 90.5, tags: [] },
];

const count = (name: string) =>
  derived('RestCollectionGetCollectionCount', { path: `/_api/collection/${name}/count`, reply: { name } });

/** Looking at a database. */
export const INSPECT_CASES: readonly ArangoCase[] = [
  {
    title: 'databases',
    tool: 'arango_list_databases',
    args: {},
    exchanges: [recorded('RestDatabaseGetUser')],
    check: ({ database, databases }) => expect(databases).toContain(database),
    replayed: { database: '_system', databases: ['_system'] },
  },
  {
    title: 'collections without system ones',
    tool: 'arango_list_collections',
    args: {},
    exchanges: [recorded('RestCollectionGetAllCollections')],
    check: ({ collections }) => {
      expect(collections.length).toBeGreaterThan(0);
      for (const collection of collections) {
        expect(collection).toEqual({
          name: expect.any(String),
          type: expect.stringMatching(/^(document|edge)$/),
          isSystem: false,
        });
      }
    },
    replayed: {
      collections: ['animals', 'demo', 'ignore', 'mycollection'].map((name) => ({
        name,
        type: 'document',
        isSystem: false,
      })),
    },
  },
  {
    title: 'collections with system ones',
    tool: 'arango_list_collections',
    args: { includeSystem: true },
    exchanges: [recorded('RestCollectionGetAllCollections')],
    check: ({ collections }) =>
      expect(collections).toContainEqual({ name: '_graphs', type: 'document', isSystem: true }),
  },
  {
    title: 'collections with counts',
    tool: 'arango_list_collections',
    args: { counts: true },
    exchanges: [
      recorded('RestCollectionGetAllCollections'),
      ...['animals', 'demo', 'ignore', 'mycollection'].map(count),
    ],
    check: ({ collections }) => {
      for (const collection of collections) expect(collection.count).toEqual(expect.any(Number));
    },
    replayed: {
      collections: expect.arrayContaining([expect.objectContaining({ name: 'demo', count: 100 })]),
    },
  },
  {
    title: 'a collection with indexes and a sampled shape',
    tool: 'arango_describe_collection',
    args: { collection: 'products', sampleSize: 3 },
    exchanges: [
      recorded('RestCollectionGetCollectionName'),
      recorded('RestIndexAllIndexes'),
      recorded('RestCollectionGetCollectionCount'),
      cursor(SAMPLE, PRODUCTS, { bindVars: { '@collection': 'products', rows: 4 }, limit: 3 }),
    ],
    check: (document) => {
      expect(document.properties).toMatchObject({ name: 'products', type: 'document' });
      expect(document.indexes[0]).toMatchObject({ type: 'primary', fields: ['_key'] });
      expect(document.sampledDocuments).toBe(3);
      expect(document.sampleNote).toMatch(/others may have other attributes/);
      expect(document.sampledPaths).toContainEqual({
        path: 'name',
        seenIn: '3 of 3 sampled documents',
        types: { string: 3 },
      });
    },
    replayed: {
      count: 100,
      sampledPaths: expect.arrayContaining([
        { path: 'price', seenIn: '3 of 3 sampled documents', types: { number: 2, null: 1 } },
        { path: 'tags', seenIn: '2 of 3 sampled documents', types: { array: 2 } },
        { path: 'tags[]', seenIn: '1 of 3 sampled documents', types: { string: 1, number: 1 } },
        { path: 'maker.city', seenIn: '1 of 3 sampled documents', types: { string: 1 } },
      ]),
    },
  },
  {
    title: 'a collection without a sample',
    tool: 'arango_describe_collection',
    args: { collection: 'products', sampleSize: 0 },
    exchanges: [
      recorded('RestCollectionGetCollectionName'),
      recorded('RestIndexAllIndexes'),
      recorded('RestCollectionGetCollectionCount'),
    ],
    check: (document) => expect(document).not.toHaveProperty('sampledPaths'),
  },
  {
    title: 'the first documents',
    tool: 'arango_sample',
    args: { collection: 'products', limit: 2 },
    exchanges: [cursor(SAMPLE, PRODUCTS, { bindVars: { '@collection': 'products', rows: 3 }, limit: 2 })],
    check: (document) => {
      expect(document).toMatchObject({ count: 2, limit: 2, hasMore: true });
      expect(document.rows).toHaveLength(2);
    },
    replayed: { rows: PRODUCTS.slice(0, 2), statistics: { scannedIndex: 1 }, warnings: [] },
  },
  {
    title: 'documents at random',
    tool: 'arango_sample',
    args: { collection: 'products', limit: 3, random: true },
    exchanges: [cursor(RANDOM, PRODUCTS, { bindVars: { '@collection': 'products', rows: 4 }, limit: 3 })],
    check: (document) => expect(document).toMatchObject({ count: 3, hasMore: false }),
  },
  {
    title: 'graphs',
    tool: 'arango_list_graphs',
    args: {},
    exchanges: [recorded('HttpGharialList')],
    check: ({ graphs }) =>
      expect(graphs.find(({ name }: { name: string }) => name === 'social')).toMatchObject({
        edgeDefinitions: [expect.objectContaining({ collection: expect.any(String) })],
        orphanCollections: [],
      }),
    replayed: {
      graphs: [
        {
          name: 'social',
          edgeDefinitions: [{ collection: 'relation', from: ['female', 'male'], to: ['female', 'male'] }],
          orphanCollections: [],
        },
        expect.objectContaining({ name: 'routeplanner' }),
      ],
    },
  },
  {
    title: 'views with their links',
    tool: 'arango_list_views',
    args: {},
    exchanges: [
      documented('HTTP API, Views, "List all Views"', 'GET', '/_api/view', {
        error: false,
        code: 200,
        result: [
          {
            id: '75007',
            name: 'productsView',
            type: 'arangosearch',
            globallyUniqueId: 'h5C3DDE5391BF/75007',
          },
          { id: '75199', name: 'booksAlias', type: 'search-alias', globallyUniqueId: 'h5C3DDE5391BF/75199' },
        ],
      }),
      derived('RestViewGetViewPropertiesIdentifierArangoSearch', {
        path: '/_api/view/productsView/properties',
      }),
      derived('RestViewGetViewPropertiesIdentifierSearchAlias', { path: '/_api/view/booksAlias/properties' }),
    ],
    check: ({ views }) =>
      expect(views).toContainEqual(
        expect.objectContaining({ name: 'productsView', type: 'arangosearch', links: expect.any(Object) }),
      ),
    replayed: {
      views: [
        {
          name: 'productsView',
          type: 'arangosearch',
          links: {
            books: {
              analyzers: ['identity'],
              fields: { title: { analyzers: ['text_en'] } },
              includeAllFields: false,
              storeValues: 'none',
              trackListPositions: false,
            },
          },
        },
        { name: 'booksAlias', type: 'search-alias', indexes: [{ collection: 'books', index: 'inv-idx' }] },
      ],
    },
  },
  {
    title: 'views and all analyzers',
    tool: 'arango_list_views',
    args: { analyzers: true },
    exchanges: [
      documented('HTTP API, Views, "List all Views"', 'GET', '/_api/view', {
        error: false,
        code: 200,
        result: [],
      }),
      recorded('RestAnalyzersGet'),
    ],
    check: ({ analyzers }) => expect(analyzers).toContainEqual(expect.objectContaining({ name: 'text_en' })),
  },
  {
    title: 'a text that parses',
    tool: 'arango_validate_query',
    args: { query: 'FOR i IN 1..100 FILTER i > 10 LIMIT 2 RETURN i * 3' },
    exchanges: [recorded('RestQueryValid')],
    check: (document) => {
      expect(document).toMatchObject({ valid: true, collections: [], bindVars: [], warnings: [] });
      expect(document).not.toHaveProperty('ast');
    },
  },
  {
    title: 'a text that parses, with its tree',
    tool: 'arango_validate_query',
    args: { query: 'FOR i IN 1..100 FILTER i > 10 LIMIT 2 RETURN i * 3', ast: true },
    exchanges: [recorded('RestQueryValid')],
    check: ({ ast }) => expect(ast[0].type).toBe('root'),
  },
  {
    title: 'a text that does not parse',
    tool: 'arango_validate_query',
    args: { query: 'FOR i IN 1..100 FILTER i = 1 LIMIT 2 RETURN i * 3' },
    exchanges: [recorded('RestQueryInvalid')],
    check: ({ valid, problem }) => {
      expect(valid).toBe(false);
      expect(problem).toMatchObject({
        layer: 'engine',
        code: 1501,
        message:
          "ArangoDB error 1501: syntax error, unexpected assignment near '= 1 LIMIT 2 RETURN i * 3' at position 1:26",
        position: { offset: 25, line: 1, column: 26 },
      });
    },
  },
  {
    title: 'the plan of a read',
    tool: 'arango_explain_query',
    args: { query: 'FOR p IN products RETURN p' },
    exchanges: [recorded('RestExplainValid')],
    check: (document) => {
      expect(document).toMatchObject({ modifies: false, reads: ['products'], writes: [], warnings: [] });
      expect(document.steps.map(({ type }: { type: string }) => type)).toEqual([
        'SingletonNode',
        'EnumerateCollectionNode',
        'ReturnNode',
      ]);
    },
    replayed: { estimatedCost: 22, estimatedRows: 10, rules: ['async-prefetch'], cacheable: true },
  },
  {
    title: 'warnings of a plan',
    tool: 'arango_explain_query',
    args: { query: 'FOR i IN 1..10 RETURN 1 / 0' },
    exchanges: [recorded('RestExplainWarning')],
    check: ({ warnings }) => expect(warnings).toEqual([{ code: 1562, message: 'division by zero' }]),
  },
  {
    title: 'all plans',
    tool: 'arango_explain_query',
    args: { query: 'FOR p IN products FILTER p.id == 25 RETURN p', allPlans: true },
    exchanges: [recorded('RestExplainAllPlans')],
    check: ({ modifies, plans }) => {
      expect(modifies).toBe(false);
      expect(plans.length).toBeGreaterThan(0);
    },
    replayed: {
      plans: expect.arrayContaining([
        expect.objectContaining({
          steps: expect.arrayContaining([
            expect.objectContaining({ type: 'IndexNode', indexes: ['idx_1872607110635716608 (persistent)'] }),
          ]),
        }),
      ]),
    },
  },
  {
    title: 'the plan of a query without a value it needs',
    tool: 'arango_explain_query',
    args: { query: 'FOR p IN products FILTER p.id == @id LIMIT 2 RETURN p.n' },
    exchanges: [recorded('RestExplainInvalid')],
    isError: true,
    check: ({ error }) =>
      expect(error).toEqual({
        layer: 'engine',
        code: 1551,
        message: "ArangoDB error 1551: no value specified for declared bind parameter 'id' (while parsing)",
        hint: 'Give the value in "bindVars".',
      }),
  },
];
