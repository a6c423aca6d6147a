import { pathOf, type ArangoSession } from '../client/arango-session.js';

interface GraphReply {
  readonly name: string;
  readonly edgeDefinitions: readonly object[];
  readonly orphanCollections: readonly string[];
}

/** The named graphs, without ids and revisions. */
export async function listGraphs(session: ArangoSession): Promise<readonly GraphReply[]> {
  const reply = await session.request<{ readonly graphs: readonly GraphReply[] }>({
    method: 'GET',
    path: pathOf('gharial'),
  });
  return reply.graphs.map(({ name, edgeDefinitions, orphanCollections }) => ({
    name,
    edgeDefinitions,
    orphanCollections,
  }));
}

interface ViewReply {
  readonly name: string;
  readonly type: string;
  readonly links?: object;
  readonly indexes?: readonly object[];
  readonly primarySort?: readonly object[];
  readonly storedValues?: readonly object[];
}

/** The views with what they index. */
export async function listViews(session: ArangoSession): Promise<readonly object[]> {
  const { result } = await session.request<{ readonly result: readonly { readonly name: string }[] }>({
    method: 'GET',
    path: pathOf('view'),
  });
  const views = [];
  for (const { name } of result) {
    const properties = await session.request<ViewReply>({
      method: 'GET',
      path: pathOf('view', name, 'properties'),
    });
    const { type, links, indexes, primarySort, storedValues } = properties;
    views.push({
      name,
      type,
      ...(links && { links }),
      ...(indexes && { indexes }),
      ...(primarySort?.length && { primarySort }),
      ...(storedValues?.length && { storedValues }),
    });
  }
  return views;
}

export async function listAnalyzers(session: ArangoSession): Promise<readonly object[]> {
  const reply = await session.request<{ readonly result: readonly object[] }>({
    method: 'GET',
    path: pathOf('analyzer'),
  });
  return reply.result;
}
