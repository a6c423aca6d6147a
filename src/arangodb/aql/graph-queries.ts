import { InputError } from '../../errors/call-error.js';
import type { BuiltQuery } from './built-query.js';

/** Which graph is walked, and which way. */
export interface GraphInput {
  readonly graph?: string | undefined;
  readonly edgeCollections?: readonly string[] | undefined;
  readonly vertexCollections?: readonly string[] | undefined;
  readonly direction: 'outbound' | 'inbound' | 'any';
}

export interface TraversalInput extends GraphInput {
  readonly start: string;
  readonly minDepth: number;
  readonly maxDepth: number;
  readonly order: 'dfs' | 'bfs' | 'weighted';
  readonly uniqueVertices: 'none' | 'path' | 'global';
  readonly weightAttribute?: string | undefined;
  readonly withPath: boolean;
}

export interface ShortestPathInput extends GraphInput {
  readonly from: string;
  readonly to: string;
  readonly paths: number;
  readonly weightAttribute?: string | undefined;
  readonly defaultWeight?: number | undefined;
}

/** @param rows rows to ask the server for. @throws InputError */
export function traversalQuery(input: TraversalInput, rows: number): BuiltQuery {
  if (input.minDepth > input.maxDepth) throw new InputError('"minDepth" must not be over "maxDepth".');
  if (input.uniqueVertices === 'global' && input.order === 'dfs') {
    throw new InputError('"uniqueVertices" global needs "order" bfs or weighted.');
  }
  const { prefix, target, bindVars } = whereOf(input);
  const options = ['order: @order', 'uniqueVertices: @unique', ...weight(input.weightAttribute)];
  const path = input.withPath ? ', vertices: path.vertices[*]._id, edges: path.edges[*]._id' : '';
  return {
    query:
      `${prefix}FOR vertex, edge, path IN @min..@max ${input.direction.toUpperCase()} @start ${target} ` +
      `OPTIONS { ${options.join(', ')} } LIMIT @rows ` +
      `RETURN { depth: LENGTH(path.edges), vertex, edge${path} }`,
    bindVars: {
      ...bindVars,
      min: input.minDepth,
      max: input.maxDepth,
      start: input.start,
      order: input.order,
      unique: input.uniqueVertices,
      ...(input.weightAttribute !== undefined && { weight: input.weightAttribute }),
      rows,
    },
  };
}

/** One row a path. @param rows rows to ask the server for. @throws InputError */
export function shortestPathQuery(input: ShortestPathInput, rows: number): BuiltQuery {
  const { prefix, target, bindVars } = whereOf(input);
  const options = [
    ...weight(input.weightAttribute),
    ...(input.defaultWeight === undefined ? [] : ['defaultWeight: @defaultWeight']),
  ];
  const clause = options.length > 0 ? ` OPTIONS { ${options.join(', ')} }` : '';
  return {
    // K_SHORTEST_PATHS gives a path a row, with its weight, for one path as well.
    query:
      `${prefix}FOR path IN ${input.direction.toUpperCase()} K_SHORTEST_PATHS @from TO @to ${target}${clause} ` +
      'LIMIT @rows RETURN { weight: path.weight, length: LENGTH(path.edges), vertices: path.vertices, edges: path.edges }',
    bindVars: {
      ...bindVars,
      from: input.from,
      to: input.to,
      ...(input.weightAttribute !== undefined && { weight: input.weightAttribute }),
      ...(input.defaultWeight !== undefined && { defaultWeight: input.defaultWeight }),
      rows,
    },
  };
}

interface Where {
  readonly prefix: string;
  readonly target: string;
  readonly bindVars: Record<string, string>;
}

function whereOf({ graph, edgeCollections, vertexCollections = [] }: GraphInput): Where {
  if ((graph === undefined) === (edgeCollections === undefined)) {
    throw new InputError('Give either "graph" or "edgeCollections".', {
      hint: 'arango_list_graphs shows the named graphs.',
    });
  }
  const bindVars: Record<string, string> = {};
  const bound = (prefix: string, names: readonly string[]): string =>
    names
      .map((name, index) => {
        bindVars[`@${prefix}${index}`] = name;
        return `@@${prefix}${index}`;
      })
      .join(', ');
  const prefix = vertexCollections.length > 0 ? `WITH ${bound('vertices', vertexCollections)} ` : '';
  if (graph !== undefined) return { prefix, target: 'GRAPH @graph', bindVars: { ...bindVars, graph } };
  return { prefix, target: bound('edges', edgeCollections ?? []), bindVars };
}

function weight(attribute: string | undefined): readonly string[] {
  return attribute === undefined ? [] : ['weightAttribute: @weight'];
}
