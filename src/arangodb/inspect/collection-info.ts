import { z } from 'zod';
import { pathOf, type ArangoSession } from '../client/arango-session.js';

/** `type` of a collection in ArangoDB's API. */
const EDGE_TYPE = 3;

export interface CollectionInfo {
  readonly name: string;
  readonly type: 'document' | 'edge';
  readonly isSystem: boolean;
}

const CollectionReply = z.looseObject({ name: z.string(), type: z.number(), isSystem: z.boolean() });
const Collections = z.looseObject({ result: z.array(CollectionReply) });
const Count = z.looseObject({ count: z.number() });
const Indexes = z.looseObject({
  indexes: z.array(z.looseObject({ id: z.string(), type: z.string() })),
});
export type IndexInfo = z.infer<typeof Indexes>['indexes'][number];

/** All collections of the database, by name. */
export async function listCollections(
  session: ArangoSession,
  includeSystem: boolean,
): Promise<readonly CollectionInfo[]> {
  const { result } = await session.request({ method: 'GET', path: pathOf('collection') }, Collections);
  return result
    .filter(({ isSystem }) => includeSystem || !isSystem)
    .map(({ name, type, isSystem }) => ({ name, type: typeName(type), isSystem }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function countDocuments(session: ArangoSession, collection: string): Promise<number> {
  const path = pathOf('collection', collection, 'count');
  return (await session.request({ method: 'GET', path }, Count)).count;
}

/** Properties of a collection as the server gives them, without the envelope of the reply. */
export async function collectionProperties(session: ArangoSession, collection: string): Promise<object> {
  const path = pathOf('collection', collection, 'properties');
  const reply = await session.request({ method: 'GET', path }, CollectionReply);
  const { error: _error, code: _code, type, ...properties } = reply;
  return { ...properties, type: typeName(type) };
}

export async function listIndexes(session: ArangoSession, collection: string): Promise<readonly IndexInfo[]> {
  const request = { method: 'GET', path: pathOf('index'), search: { collection } } as const;
  return (await session.request(request, Indexes)).indexes;
}

function typeName(type: number): 'document' | 'edge' {
  return type === EDGE_TYPE ? 'edge' : 'document';
}
