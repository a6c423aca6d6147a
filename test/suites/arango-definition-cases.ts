import { expect } from 'vitest';
import { derived, recorded } from '../helpers/arango-exchanges.js';
import type { ArangoCase } from './arango-case.js';

/** Making and dropping collections and indexes. Live, in this order. */
export const DEFINITION_CASES: readonly ArangoCase[] = [
  {
    title: 'for documents',
    tool: 'arango_create_collection',
    args: { collection: 'testCollectionBasics' },
    exchanges: [recorded('RestCollectionCreateCollection')],
    check: ({ created }) => expect(created).toMatchObject({ name: 'testCollectionBasics', type: 'document' }),
  },
  {
    title: 'for edges',
    tool: 'arango_create_collection',
    args: { collection: 'testCollectionEdges', type: 'edge' },
    exchanges: [derived('RestCollectionCreateCollection', {}, 1)],
    check: ({ created }) => expect(created).toMatchObject({ name: 'testCollectionEdges', type: 'edge' }),
  },
  {
    title: 'with numbered keys',
    tool: 'arango_create_collection',
    args: {
      collection: 'testCollectionUsers',
      keyOptions: { type: 'autoincrement', increment: 5, allowUserKeys: true },
    },
    exchanges: [recorded('RestCollectionCreateKeyopt')],
    check: ({ created }) => expect(created).toMatchObject({ name: 'testCollectionUsers' }),
  },
  ...indexCases(),
  {
    title: 'without confirm',
    tool: 'arango_drop_collection',
    args: { collection: 'testCollectionBasics' },
    exchanges: [],
    isError: true,
    check: ({ error }) =>
      expect(error).toMatchObject({
        layer: 'input',
        message: 'Dropping a collection needs "confirm": true. Nothing was done.',
      }),
  },
  {
    title: 'a system collection',
    tool: 'arango_drop_collection',
    args: { collection: '_graphs', confirm: true },
    exchanges: [],
    isError: true,
    check: ({ error }) => expect(error).toMatchObject({ layer: 'guard' }),
  },
  {
    title: 'with confirm, by a client that asks nobody',
    tool: 'arango_drop_collection',
    args: { collection: 'testCollectionBasics', confirm: true },
    exchanges: [
      derived('RestCollectionDeleteCollectionName', { path: '/_api/collection/testCollectionBasics' }),
    ],
    check: (document) =>
      expect(document).toMatchObject({
        dropped: 'testCollectionBasics',
        confirmedBy: 'the argument only; this client asks nobody',
      }),
  },
];

function indexCases(): readonly ArangoCase[] {
  const definitions = [
    ['RestIndexCreateNewPersistent', { type: 'persistent', unique: false, fields: ['a', 'b'] }],
    ['RestIndexCreateSparsePersistent', { type: 'persistent', unique: false, sparse: true, fields: ['a'] }],
    ['RestIndexCreateGeoLatitudeLongitude', { type: 'geo', fields: ['e', 'f'] }],
    ['RestIndexCreateNewFulltext', { type: 'fulltext', fields: ['text'] }],
    ['RestIndexCreateNewInverted', { type: 'inverted', fields: ['a', { name: 'b', analyzer: 'text_en' }] }],
    ['RestIndexCreateNewMdi', { type: 'mdi', fields: ['from', 'to'], fieldValueTypes: 'double' }],
    [
      'RestIndexCreateNewMdiPrefixed',
      {
        type: 'mdi-prefixed',
        fields: ['from', 'to'],
        fieldValueTypes: 'double',
        prefixFields: ['year', 'month'],
      },
    ],
    ['RestIndexCreateNewTtlIndex', { type: 'ttl', expireAfter: 3600, fields: ['createdAt'] }],
  ] as const;
  return definitions.map(([name, definition]) => ({
    title: `${definition.type} index over ${JSON.stringify(definition.fields)}`,
    tool: 'arango_create_index',
    args: { collection: 'testCollectionBasics', ...definition },
    exchanges: [derived(name, { path: '/_api/index?collection=testCollectionBasics' })],
    check: ({ index }) => expect(index).toMatchObject({ type: definition.type, isNewlyCreated: true }),
  }));
}
