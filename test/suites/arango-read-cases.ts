import { expect } from 'vitest';
import {
  abort,
  answering,
  begin,
  cursor,
  derived,
  documented,
  explained,
  lookedUpNames,
  recorded,
} from '../helpers/arango-exchanges.js';
import type { ArangoCase } from './arango-case.js';

const ALL = 'FOR p IN products SORT p._key RETURN p._key';
const FILTERED = 'FOR p IN @@products FILTER p.name == @name RETURN p.name';
const BOUND = { '@products': 'products', name: 'Lamp' };
const BIG = 'FOR i IN 1..100000 SORT i RETURN i';
const DIVISION = 'RETURN 1 / 0';

const OPTIONS = 'OPTIONS { order: @order, uniqueVertices: @unique } LIMIT @rows';
const NEIGHBOURS =
  `FOR vertex, edge, path IN @min..@max OUTBOUND @start GRAPH @graph ${OPTIONS} ` +
  'RETURN { depth: LENGTH(path.edges), vertex, edge }';
const ALONG_EDGES =
  `WITH @@vertices0 FOR vertex, edge, path IN @min..@max ANY @start @@edges0 ${OPTIONS} ` +
  'RETURN { depth: LENGTH(path.edges), vertex, edge, vertices: path.vertices[*]._id, edges: path.edges[*]._id }';
const PATHS =
  'FOR path IN OUTBOUND K_SHORTEST_PATHS @from TO @to GRAPH @graph LIMIT @rows ' +
  'RETURN { weight: path.weight, length: LENGTH(path.edges), vertices: path.vertices, edges: path.edges }';
const SEARCH =
  'FOR document IN @@view SEARCH ANALYZER(document.@field0 IN TOKENS(@text, @analyzer), @analyzer) ' +
  'LET score = BM25(document) SORT score DESC LIMIT @rows RETURN { score, document }';

const TRAVERSAL = { order: 'bfs', unique: 'path' };
const ALICE_KNOWS_BOB = {
  depth: 1,
  vertex: { _key: 'bob', _id: 'persons/bob' },
  edge: { _from: 'persons/alice', _to: 'persons/bob' },
};

const dropCursor = (id: string) =>
  documented('HTTP API, AQL queries, "Delete a cursor"', 'DELETE', `/_api/cursor/${id}`, {
    id,
    error: false,
    code: 202,
  });

/** Reading with AQL, graphs and search. */
export const READ_CASES: readonly ArangoCase[] = [
  {
    title: 'all rows, with exactly as many as the limit',
    tool: 'arango_read_query',
    args: { query: ALL, limit: 3 },
    exchanges: [
      explained(ALL, { products: 'read' }),
      begin({ read: ['products'] }),
      cursor(ALL, ['1', '2', '3'], { limit: 3, stream: true }),
      abort(),
    ],
    check: (document) => {
      expect(document).toMatchObject({
        count: 3,
        limit: 3,
        hasMore: false,
        rows: ['1', '2', '3'],
        warnings: [],
      });
      expect(document.statistics).toMatchObject({ writesExecuted: expect.any(Number) });
    },
  },
  {
    title: 'one row more than the limit, which is not shown',
    tool: 'arango_read_query',
    args: { query: ALL, limit: 2 },
    exchanges: [
      explained(ALL, { products: 'read' }),
      begin({ read: ['products'] }),
      cursor(ALL, ['1', '2', '3'], { limit: 2, stream: true }),
      abort(),
    ],
    check: (document) =>
      expect(document).toMatchObject({ count: 2, limit: 2, hasMore: true, rows: ['1', '2'] }),
  },
  {
    title: 'bind parameters for values and collections',
    tool: 'arango_read_query',
    args: { query: FILTERED, bindVars: BOUND },
    exchanges: [
      explained(FILTERED, { products: 'read' }, { bindVars: BOUND }),
      begin({ read: ['products'] }),
      cursor(FILTERED, ['Lamp'], { bindVars: BOUND, stream: true }),
      abort(),
    ],
    check: (document) => expect(document).toMatchObject({ count: 1, hasMore: false, rows: ['Lamp'] }),
  },
  {
    title: 'many rows in several replies of the server, and the cursor is closed',
    tool: 'arango_read_query',
    args: { query: 'FOR i IN 1..5000 RETURN i', limit: 1500 },
    exchanges: [
      explained('FOR i IN 1..5000 RETURN i', {}),
      begin({ read: [] }),
      cursor('FOR i IN 1..5000 RETURN i', numbers(1, 1000), {
        limit: 1500,
        stream: true,
        reply: { hasMore: true, id: '74308', nextBatchId: '2', extra: undefined },
      }),
      derived('RestCursorPostBatch', { reply: { result: numbers(1001, 2000), extra: undefined } }, 1),
      dropCursor('74308'),
      abort(),
    ],
    check: (document) => {
      expect(document).toMatchObject({ count: 1500, limit: 1500, hasMore: true });
      expect(document.rows.at(-1)).toBe(1500);
    },
    replayed: {
      statisticsMissing:
        'the server was stopped after the rows asked for; it tells statistics and warnings at the end',
    },
  },
  {
    title: 'whole numbers beyond 2^53 as they are',
    tool: 'arango_read_query',
    args: { query: 'RETURN { id: 9007199254740993, text: "9007199254740993", small: 1.5 }' },
    exchanges: [
      explained('RETURN { id: 9007199254740993, text: "9007199254740993", small: 1.5 }', {}),
      begin({ read: [] }),
      withBody(
        cursor('RETURN { id: 9007199254740993, text: "9007199254740993", small: 1.5 }', [], { stream: true }),
        '{"result":[{"id":9007199254740993,"text":"9007199254740993","small":1.5}],"hasMore":false,"cached":false,' +
          '"extra":{"warnings":[],"stats":{"writesExecuted":0}},"error":false,"code":201}',
      ),
      abort(),
    ],
    check: ({ rows }) =>
      expect(rows).toEqual([{ id: '9007199254740993', text: '9007199254740993', small: 1.5 }]),
  },
  {
    title: 'warnings',
    tool: 'arango_read_query',
    args: { query: DIVISION },
    exchanges: [
      explained(DIVISION, {}),
      begin({ read: [] }),
      cursor(DIVISION, [null], {
        stream: true,
        reply: { extra: { warnings: [{ code: 1562, message: 'division by zero' }], stats: {} } },
      }),
      abort(),
    ],
    check: ({ warnings }) => expect(warnings).toContainEqual({ code: 1562, message: 'division by zero' }),
  },
  {
    title: 'a memory limit that is hit (HTTP 500)',
    tool: 'arango_read_query',
    args: { query: BIG, memoryLimit: 100_000 },
    exchanges: [
      explained(BIG, {}),
      begin({ read: [] }),
      answering(cursor(BIG, [], { stream: true, memoryLimit: 100_000 }), 'RestCursorMemoryLimit'),
      abort(),
    ],
    isError: true,
    check: ({ error }) => {
      expect(error).toMatchObject({ layer: 'engine', code: 32 });
      expect(error.message).toMatch(/^ArangoDB error 32: AQL: query would use more memory than allowed/);
    },
  },
  {
    title: 'a query that the server says modifies',
    tool: 'arango_read_query',
    // Only the server can know: the writing word is not written as one.
    args: { query: 'FOR p IN products RETURN p' },
    exchanges: [explained('FOR p IN products RETURN p', { products: 'read' }, { modifies: true })],
    isError: true,
    check: ({ error }) => expect(error).toMatchObject({ layer: 'guard' }),
    replayed: {
      error: { message: 'arango_read_query only reads, and the server says that this query modifies.' },
    },
    replayOnly: true,
  },
  {
    title: 'a writing word, refused without asking the server',
    tool: 'arango_read_query',
    args: { query: 'FOR p IN products\n  REMOVE p IN products' },
    exchanges: [],
    isError: true,
    check: ({ error }) =>
      expect(error).toEqual({
        layer: 'guard',
        message: 'arango_read_query only reads: REMOVE is not allowed.',
        hint: 'Run it with arango_query where this server offers that.',
        position: { offset: 20, line: 2, column: 3 },
      }),
  },
  {
    title: 'a collection that does not exist (HTTP 404)',
    tool: 'arango_read_query',
    args: { query: 'FOR x IN nosuch RETURN x' },
    exchanges: [
      answering(explained('FOR x IN nosuch RETURN x', {}), 'RestTransactionNonExisting'),
      ...lookedUpNames(),
    ],
    isError: true,
    check: ({ error }) => {
      expect(error).toMatchObject({ layer: 'engine', code: 1203 });
      expect(error.message).toMatch(/^ArangoDB error 1203: /);
    },
  },
  {
    title: 'the neighbours in a named graph',
    tool: 'arango_traverse',
    args: { start: 'persons/alice', graph: 'social' },
    exchanges: [
      cursor(NEIGHBOURS, [ALICE_KNOWS_BOB], {
        bindVars: { graph: 'social', min: 1, max: 1, start: 'persons/alice', ...TRAVERSAL, rows: 201 },
      }),
    ],
    check: (document) => {
      expect(document).toMatchObject({ count: 1, hasMore: false });
      expect(document.rows[0]).toMatchObject({ depth: 1, vertex: { _id: 'persons/bob' } });
    },
  },
  {
    title: 'along edge collections with the path',
    tool: 'arango_traverse',
    args: {
      start: 'persons/bob',
      edgeCollections: ['knows'],
      vertexCollections: ['persons'],
      direction: 'any',
      withPath: true,
      limit: 1,
    },
    exchanges: [
      cursor(
        ALONG_EDGES,
        [
          { ...ALICE_KNOWS_BOB, vertices: ['persons/bob', 'persons/alice'], edges: ['knows/1'] },
          { ...ALICE_KNOWS_BOB, vertices: ['persons/bob', 'persons/carol'], edges: ['knows/2'] },
        ],
        {
          bindVars: {
            '@vertices0': 'persons',
            '@edges0': 'knows',
            min: 1,
            max: 1,
            start: 'persons/bob',
            ...TRAVERSAL,
            rows: 2,
          },
          limit: 1,
        },
      ),
    ],
    check: (document) => {
      expect(document).toMatchObject({ count: 1, hasMore: true });
      expect(document.rows[0].vertices).toHaveLength(2);
    },
  },
  {
    title: 'neither a graph nor edge collections',
    tool: 'arango_traverse',
    args: { start: 'persons/alice' },
    exchanges: [],
    isError: true,
    check: ({ error }) =>
      expect(error).toMatchObject({ layer: 'input', message: 'Give either "graph" or "edgeCollections".' }),
  },
  {
    title: 'the shortest path',
    tool: 'arango_shortest_path',
    args: { from: 'persons/alice', to: 'persons/carol', graph: 'social' },
    exchanges: [
      cursor(PATHS, [{ weight: 2, length: 2, vertices: [{}, {}, {}], edges: [{}, {}] }], {
        bindVars: { graph: 'social', from: 'persons/alice', to: 'persons/carol', rows: 1 },
        limit: 1,
      }),
    ],
    check: (document) => {
      expect(document).toMatchObject({ count: 1, limit: 1 });
      // No second path was asked for, so that nothing is said about one.
      expect(document).not.toHaveProperty('hasMore');
      expect(document.rows[0]).toMatchObject({ length: 2, weight: 2 });
      expect(document.rows[0].vertices).toHaveLength(3);
    },
  },
  {
    title: 'the k shortest paths by weight',
    tool: 'arango_shortest_path',
    args: {
      from: 'persons/alice',
      to: 'persons/carol',
      graph: 'social',
      paths: 5,
      weightAttribute: 'years',
      defaultWeight: 7,
    },
    exchanges: [
      cursor(
        PATHS.replace(
          'GRAPH @graph',
          'GRAPH @graph OPTIONS { weightAttribute: @weight, defaultWeight: @defaultWeight }',
        ),
        [{ weight: 3, length: 2, vertices: [], edges: [] }],
        {
          bindVars: {
            graph: 'social',
            from: 'persons/alice',
            to: 'persons/carol',
            weight: 'years',
            defaultWeight: 7,
            rows: 6,
          },
          limit: 5,
        },
      ),
    ],
    check: (document) => expect(document).toMatchObject({ limit: 5, hasMore: false }),
  },
  {
    title: 'a view by the tokens of a text',
    tool: 'arango_search',
    args: { view: 'productsView', text: 'lamp', fields: ['name'], analyzer: 'text_en' },
    exchanges: [
      cursor(SEARCH, [{ score: 0.9, document: { _key: '1', name: 'Lamp' } }], {
        bindVars: { '@view': 'productsView', text: 'lamp', analyzer: 'text_en', field0: ['name'], rows: 201 },
      }),
    ],
    check: (document) => {
      expect(document).toMatchObject({ count: 1, hasMore: false });
      expect(document.rows[0]).toMatchObject({ score: expect.any(Number), document: { name: 'Lamp' } });
    },
  },
  {
    title: 'a view that does not exist',
    tool: 'arango_search',
    args: { view: 'nosuch', text: 'lamp', fields: ['name'], analyzer: 'text_en' },
    exchanges: [
      answering(
        cursor(SEARCH, [], {
          bindVars: { '@view': 'nosuch', text: 'lamp', analyzer: 'text_en', field0: ['name'], rows: 201 },
        }),
        'RestDocumentHandlerPostUnknownCollection1',
      ),
      ...lookedUpNames(),
    ],
    isError: true,
    check: ({ error }) => expect(error).toMatchObject({ layer: 'engine', code: 1203 }),
  },
  {
    title: 'a cursor that the server no longer knows (HTTP 404)',
    tool: 'arango_read_query',
    args: { query: 'FOR i IN 1..3000 RETURN i', limit: 2000 },
    exchanges: [
      explained('FOR i IN 1..3000 RETURN i', {}),
      begin({ read: [] }),
      cursor('FOR i IN 1..3000 RETURN i', numbers(1, 1000), {
        limit: 2000,
        stream: true,
        reply: { hasMore: true, id: '123123' },
      }),
      recorded('RestCursorPostInvalidCursorIdentifier'),
      dropCursor('123123'),
      abort(),
    ],
    isError: true,
    check: ({ error }) => expect(error).toMatchObject({ layer: 'engine', code: 1600 }),
    replayOnly: true,
  },
];

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function withBody<T extends { readonly response: object }>(exchange: T, body: string): T {
  return { ...exchange, response: { ...exchange.response, body } };
}
