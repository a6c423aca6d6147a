import { pathOf, type ArangoSession } from '../client/arango-session.js';

/** `type` of a collection in ArangoDB's API. */
const EDGE_TYPE = 3;

export interface CollectionInfo {
  readonly name: string;
  readonly type: 'document' | 'edge';
  readonly isSystem: boolean;
}

interface CollectionReply {
  readonly name: string;
  readonly type: number;
  readonly isSystem: boolean;
}

/** All collections of the database, by name. */
export async function listCollections(
  session: ArangoSession,
  includeSystem: boolean,
): Promise<readonly CollectionInfo[]> {
  const { result } = await session.request<{ readonly result: readonly CollectionReply[] }>({
    method: 'GET',
    path: pathOf('collection'),
  });
  return result
    .filter(({ isSystem }) => includeSystem || !isSystem)
    .map(({ name, type, isSystem }) => ({ name, type: typeName(type), isSystem }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function countDocuments(session: ArangoSession, collection: string): Promise<number> {
  const reply = await session.request<{ readonly count: number }>({
    method: 'GET',
    path: pathOf('collection', collection, 'count'),
  });
  return reply.count;
}

/** Properties of a collection as the server gives them, without the envelope of the reply. */
export async function collectionProperties(session: ArangoSession, collection: string): Promise<object> {
  const reply = await session.request<CollectionReply & Record<string, unknown>>({
    method: 'GET',
    path: pathOf('collection', collection, 'properties'),
  });
  const { error: _error, code: _code, type, ...properties } = reply;
  return { ...properties, type: typeName(type) };
}

export async function listIndexes(session: ArangoSession, collection: string): Promise<readonly object[]> {
  const reply = await session.request<{ readonly indexes: readonly object[] }>({
    method: 'GET',
    path: pathOf('index'),
    search: { collection },
  });
  return reply.indexes;
}

function typeName(type: number): 'document' | 'edge' {
  return type === EDGE_TYPE ? 'edge' : 'document';
}
