import { expect } from 'vitest';
import {
  abort,
  answering,
  begin,
  commit,
  cursor,
  derived,
  explained,
  lookedUpNames,
  recorded,
  type Exchange,
} from '../helpers/arango-exchanges.js';
import type { ArangoCase } from './arango-case.js';

const UPDATE =
  'FOR doc IN documents FILTER doc._key == @myKey UPDATE doc._key WITH { arr: PUSH(doc.arr, @value) } IN documents RETURN NEW';
const UPDATE_VARS = { myKey: 'test', value: 42 };
const REMOVE = "REMOVE 'foo' IN products";

const begun = (collection = 'products') => begin({ write: [collection] });
const committed = (exchange: Exchange): readonly Exchange[] => [begun(), exchange, commit()];
const rolledBack = (exchange: Exchange): readonly Exchange[] => [begun(), exchange, abort()];

const NOTES = [
  'Numbers taken from a key generator (autoincrement, padded) are not given back by a rollback.',
];

/** Changing documents. Live, in this order. */
export const WRITE_CASES: readonly ArangoCase[] = [
  {
    title: 'a query that writes, committed',
    tool: 'arango_query',
    args: { query: UPDATE, bindVars: UPDATE_VARS },
    exchanges: [
      explained(UPDATE, { documents: 'write' }, { bindVars: UPDATE_VARS, modifies: true }),
      begin({ read: [], write: ['documents'] }),
      cursor(UPDATE, [{ _key: 'test', arr: [1, 2, 3, 42] }], { bindVars: UPDATE_VARS }),
      commit(),
    ],
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'committed', count: 1, hasMore: false });
      expect(document.rows[0]).toMatchObject({ _key: 'test', arr: [1, 2, 3, 42] });
      expect(document.statistics).toMatchObject({ writesExecuted: 1 });
    },
  },
  {
    title: 'a query that writes, as a dry run',
    tool: 'arango_query',
    args: { query: UPDATE, bindVars: UPDATE_VARS, dryRun: true },
    exchanges: [
      explained(UPDATE, { documents: 'write' }, { bindVars: UPDATE_VARS, modifies: true }),
      begin({ read: [], write: ['documents'] }),
      cursor(UPDATE, [{ _key: 'test', arr: [1, 2, 3, 42] }], { bindVars: UPDATE_VARS }),
      abort(),
    ],
    check: (document) =>
      expect(document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'a dry run was asked for',
        notes: NOTES,
        count: 1,
      }),
  },
  {
    title: 'a query that fails, rolled back (HTTP 404)',
    tool: 'arango_query',
    args: { query: REMOVE },
    exchanges: [
      explained(REMOVE, { products: 'write' }, { modifies: true }),
      begin({ read: [], write: ['products'] }),
      answering(cursor(REMOVE, []), 'RestCursorDeleteQueryFail'),
      abort(),
    ],
    isError: true,
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine', code: 1202 } });
      expect(document.error.message).toMatch(/^ArangoDB error 1202: AQL: document not found/);
    },
  },
  {
    title: 'a query that only reads',
    tool: 'arango_query',
    args: { query: 'RETURN 1' },
    exchanges: [
      explained('RETURN 1', {}),
      begin({ read: [], write: [] }),
      cursor('RETURN 1', [1], { stream: true }),
      commit(),
    ],
    check: (document) => expect(document).toMatchObject({ transaction: 'committed', rows: [1] }),
  },
  {
    title: 'one document',
    tool: 'arango_insert',
    args: { collection: 'products', documents: [{ Hello: 'World' }] },
    exchanges: committed(recorded('RestDocumentHandlerPostCreate1')),
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'committed', count: 1 });
      expect(document.documents[0]).toEqual({
        _id: expect.stringMatching(/^products\//),
        _key: expect.any(String),
        _rev: expect.any(String),
      });
    },
  },
  {
    title: 'one document, returned',
    tool: 'arango_insert',
    args: { collection: 'products', documents: [{ Hello: 'World' }], returnNew: true },
    exchanges: committed(recorded('RestDocumentHandlerPostReturnNew')),
    check: ({ documents }) => expect(documents[0].new).toMatchObject({ Hello: 'World' }),
  },
  {
    title: 'many documents',
    tool: 'arango_insert',
    args: { collection: 'products', documents: [{ Hello: 'Earth' }, { Hello: 'Venus' }, { Hello: 'Mars' }] },
    exchanges: committed(recorded('RestDocumentHandlerPostMulti1')),
    check: (document) => expect(document).toMatchObject({ transaction: 'committed', count: 3 }),
  },
  {
    title: 'many documents with a wrong key: none is saved (a 202 with errors in it)',
    tool: 'arango_insert',
    args: { collection: 'products', documents: [{ _key: 111 }, { _key: 'abc' }] },
    exchanges: rolledBack(recorded('RestDocumentHandlerPostBadJsonMulti')),
    isError: true,
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine', code: 1221 } });
      expect(document.error.message).toBe(
        '1 of 2 documents failed, number 1 first: ArangoDB error 1221: illegal document key',
      );
      expect(document.documents[0]).toMatchObject({ error: true, errorNum: 1221 });
    },
  },
  {
    title: 'a key that exists (HTTP 409)',
    tool: 'arango_insert',
    args: { collection: 'products', documents: [{ _key: 'abc' }] },
    exchanges: rolledBack(
      answering(
        derived('RestDocumentHandlerPostCreate1', { body: { _key: 'abc' } }),
        'RestTransactionAbortInternal',
      ),
    ),
    isError: true,
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine', code: 1210 } });
      expect(document.error.message).toMatch(/^ArangoDB error 1210: unique constraint violated/);
    },
    replayOnly: true,
  },
  {
    title: 'a key that exists, replaced',
    tool: 'arango_insert',
    args: {
      collection: 'products',
      documents: [{ _key: 'lock', Hello: 'Universe' }],
      overwriteMode: 'replace',
    },
    exchanges: committed(
      derived('RestDocumentHandlerPostOverwrite', {
        path: '/_api/document/products?overwriteMode=replace',
        body: { Hello: 'Universe', _key: 'lock' },
        reply: { _oldRev: '_l6zhVIC---' },
      }),
    ),
    check: ({ documents }) => expect(documents[0]).toMatchObject({ _key: 'lock' }),
  },
  {
    title: 'into a collection that does not exist (HTTP 404)',
    tool: 'arango_insert',
    args: { collection: 'nosuch', documents: [{ Hello: 'World' }] },
    exchanges: [
      answering(
        derived('RestTransactionBeginSingle', {
          body: { collections: { write: ['nosuch'] }, allowImplicit: true, lockTimeout: 120 },
        }),
        'RestTransactionNonExisting',
      ),
      ...lookedUpNames(),
    ],
    isError: true,
    check: ({ error }) => expect(error).toMatchObject({ layer: 'engine', code: 1203 }),
  },
  {
    title: 'attributes of one document',
    tool: 'arango_update',
    args: { collection: 'products', documents: [{ _key: '1', hello: 'world' }] },
    exchanges: committed(
      derived('RestDocumentHandlerPatchDocument', {
        path: '/_api/document/products/1',
        reply: { _id: 'products/1', _key: '1' },
      }),
    ),
    check: ({ documents }) => expect(documents[0]).toMatchObject({ _key: '1', _oldRev: expect.any(String) }),
  },
  {
    title: 'attributes set to null and removed',
    tool: 'arango_update',
    args: {
      collection: 'products',
      documents: [{ _key: '1', hello: null, numbers: { four: 4 } }],
      keepNull: false,
      mergeObjects: false,
    },
    exchanges: committed(
      derived(
        'RestDocumentHandlerPatchDocument',
        {
          path: '/_api/document/products/1?keepNull=false&mergeObjects=false',
          body: { hello: null, numbers: { four: 4 } },
        },
        3,
      ),
    ),
    check: (document) => expect(document).toMatchObject({ transaction: 'committed', count: 1 }),
  },
  {
    title: 'a document that does not exist (HTTP 404)',
    tool: 'arango_replace',
    args: { collection: 'products', documents: [{ _key: '70666' }] },
    exchanges: rolledBack(recorded('RestDocumentHandlerUpdateDocumentUnknownHandle')),
    isError: true,
    check: (document) =>
      expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'engine', code: 1202 } }),
  },
  {
    title: 'a document that has changed since (HTTP 412)',
    tool: 'arango_replace',
    args: {
      collection: 'products',
      documents: [{ _key: '2', _rev: '_l6zhVLO--_', other: 'content' }],
      checkRevision: true,
    },
    exchanges: rolledBack(
      derived('RestDocumentHandlerUpdateDocumentIfMatchOther', { path: '/_api/document/products/2' }),
    ),
    isError: true,
    check: (document) => {
      expect(document).toMatchObject({
        transaction: 'rolled back',
        error: { layer: 'engine', code: 1200, hint: expect.stringMatching(/read it again/) },
      });
      expect(document.error.message).toMatch(/^ArangoDB error 1200: conflict, _rev values do not match/);
    },
  },
  {
    title: 'a whole document',
    tool: 'arango_replace',
    args: { collection: 'products', documents: [{ _key: '2', Hello: 'you' }], returnOld: true },
    exchanges: committed(
      derived('RestDocumentHandlerUpdateDocument', {
        path: '/_api/document/products/2?returnOld=true',
        reply: { _id: 'products/2', _key: '2', old: { _key: '2', name: 'Desk' } },
      }),
    ),
    check: ({ documents }) => expect(documents[0].old).toMatchObject({ name: 'Desk' }),
  },
  {
    title: 'a revision check without a revision',
    tool: 'arango_update',
    args: { collection: 'products', documents: [{ _key: '1' }], checkRevision: true },
    exchanges: [],
    isError: true,
    check: ({ error }) =>
      expect(error).toMatchObject({
        layer: 'input',
        message: '"checkRevision" needs the _rev of each document; number 1 has none.',
      }),
  },
  {
    title: 'a revision that is none',
    tool: 'arango_remove',
    args: {
      collection: 'products',
      documents: [{ _key: '1', _rev: 'non-matching revision' }],
      checkRevision: true,
    },
    exchanges: [],
    isError: true,
    check: ({ error }) =>
      expect(error).toMatchObject({
        layer: 'input',
        message:
          '"checkRevision" needs the _rev of each document; number 1 has "non-matching revision", which is no revision.',
      }),
  },
  {
    title: 'documents of which one does not exist: none is removed',
    tool: 'arango_remove',
    args: { collection: 'products', documents: [{ _key: '1' }, { _key: 'nosuch' }] },
    exchanges: rolledBack(
      derived('RestDocumentHandlerDeleteDocumentUnknownMulti', {
        body: [{ _key: '1' }, { _key: 'nosuch' }],
        reply: [
          { _id: 'products/1', _key: '1', _rev: '_l6zhVc----' },
          { error: true, errorNum: 1202, errorMessage: 'document not found' },
        ],
      }),
    ),
    isError: true,
    check: (document) => {
      expect(document.transaction).toBe('rolled back');
      expect(document.error.message).toBe(
        '1 of 2 documents failed, number 2 first: ArangoDB error 1202: document not found',
      );
    },
  },
  {
    title: 'many documents with their revisions',
    tool: 'arango_remove',
    args: {
      collection: 'products',
      documents: [
        { _key: '1', _rev: '_l6zhVc----' },
        { _key: '2', _rev: '_l6zhVc---_' },
      ],
      checkRevision: true,
    },
    exchanges: committed(recorded('RestDocumentHandlerDeleteDocumentRevMulti')),
    check: (document) => expect(document).toMatchObject({ transaction: 'committed', count: 2 }),
    replayOnly: true,
  },
  {
    title: 'one document, as a dry run',
    tool: 'arango_remove',
    args: { collection: 'products', documents: [{ _key: '3' }], dryRun: true },
    exchanges: rolledBack(
      derived('RestDocumentHandlerDeleteDocument', { path: '/_api/document/products/3' }),
    ),
    check: (document) => {
      expect(document).toMatchObject({ transaction: 'rolled back', count: 1 });
      // No key was made that a rollback could not give back.
      expect(document).not.toHaveProperty('notes');
    },
  },
  {
    title: 'one document',
    tool: 'arango_remove',
    args: { collection: 'products', documents: [{ _key: '3' }] },
    exchanges: committed(derived('RestDocumentHandlerDeleteDocument', { path: '/_api/document/products/3' })),
    check: (document) => expect(document).toMatchObject({ transaction: 'committed', count: 1 }),
  },
];
