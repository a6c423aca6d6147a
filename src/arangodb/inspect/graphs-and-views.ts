import { z } from 'zod';
import { ArangoEngineError } from '../client/arango-errors.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import { inParallel } from './in-parallel.js';

/** Views whose properties are asked for at the same time. */
const AT_ONCE = 8;
const NOT_FOUND = 1203;

export const GraphReply = z.looseObject({
  name: z.string(),
  edgeDefinitions: z.array(
    z.looseObject({ collection: z.string(), from: z.array(z.string()), to: z.array(z.string()) }),
  ),
  orphanCollections: z.array(z.string()),
});
export type GraphInfo = Pick<z.infer<typeof GraphReply>, 'name' | 'edgeDefinitions' | 'orphanCollections'>;

const Graphs = z.looseObject({ graphs: z.array(GraphReply) });
const Views = z.looseObject({ result: z.array(z.looseObject({ name: z.string(), type: z.string() })) });
const ViewReply = z.looseObject({
  name: z.string(),
  type: z.string(),
  links: z.looseObject({}).optional(),
  indexes: z.array(z.unknown()).optional(),
  primarySort: z.array(z.unknown()).optional(),
  storedValues: z.array(z.unknown()).optional(),
});
const Analyzers = z.looseObject({ result: z.array(z.looseObject({ name: z.string() })) });

/** The named graphs, without ids and revisions. */
export async function listGraphs(session: ArangoSession): Promise<readonly GraphInfo[]> {
  const { graphs } = await session.request({ method: 'GET', path: pathOf('gharial') }, Graphs);
  return graphs.map(graphInfo);
}

export function graphInfo({ name, edgeDefinitions, orphanCollections }: GraphInfo): GraphInfo {
  return { name, edgeDefinitions, orphanCollections };
}

/** The views with what they index; one that is dropped meanwhile is marked. */
export async function listViews(session: ArangoSession): Promise<readonly object[]> {
  const { result } = await session.request({ method: 'GET', path: pathOf('view') }, Views);
  return inParallel(result, AT_ONCE, ({ name }) => viewOf(session, name));
}

async function viewOf(session: ArangoSession, name: string): Promise<object> {
  try {
    const path = pathOf('view', name, 'properties');
    const properties = await session.request({ method: 'GET', path }, ViewReply);
    const { type, links, indexes, primarySort, storedValues } = properties;
    return {
      name,
      type,
      ...(links && { links }),
      ...(indexes && { indexes }),
      ...(primarySort?.length && { primarySort }),
      ...(storedValues?.length && { storedValues }),
    };
  } catch (error) {
    if (error instanceof ArangoEngineError && error.errorNum === NOT_FOUND) return { name, gone: true };
    throw error;
  }
}

export async function listAnalyzers(session: ArangoSession): Promise<readonly object[]> {
  return (await session.request({ method: 'GET', path: pathOf('analyzer') }, Analyzers)).result;
}
