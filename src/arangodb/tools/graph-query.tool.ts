import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import type { BuiltQuery } from '../aql/built-query.js';
import { shortestPathQuery, traversalQuery } from '../aql/graph-queries.js';
import { runQuery } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { assertQueryWithoutUsers } from '../guards/system-collections.js';
import { rowsDocument } from '../reply/rows-document.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { dataSource, databaseShape, documentId, list, name, runShape, text } from './inputs.js';
import { ArangoOutput } from './outputs.js';

/** Deepest traversal; what is reached grows with every step. */
const MAX_DEPTH = 100;

const whereShape = {
  graph: name.optional().describe('Or edgeCollections'),
  edgeCollections: list(dataSource, 1, 50).optional(),
  vertexCollections: list(dataSource, 0, 50).optional().describe('For a cluster'),
  direction: z.enum(['outbound', 'inbound', 'any']).default('outbound'),
};

export const TraverseInput = strictObject({
  start: documentId.describe('_id'),
  ...whereShape,
  minDepth: z.int().min(0).max(MAX_DEPTH).default(1),
  maxDepth: z.int().min(0).max(MAX_DEPTH).default(1),
  order: z.enum(['dfs', 'bfs', 'weighted']).default('bfs'),
  uniqueVertices: z.enum(['none', 'path', 'global']).default('path').describe('global: not with dfs'),
  weightAttribute: text(256).optional().describe('For order weighted'),
  withPath: z.boolean().default(false).describe('true: add the _ids along the path'),
  ...runShape,
  ...databaseShape,
});

export const ShortestPathInput = strictObject({
  from: documentId.describe('_id'),
  to: documentId.describe('_id'),
  ...whereShape,
  paths: z.int().min(1).max(100).default(1).describe('More than 1: the k shortest paths'),
  weightAttribute: text(256).optional(),
  defaultWeight: z.number().optional(),
  memoryLimit: runShape.memoryLimit,
  ...databaseShape,
});

@ArangoTools()
export class GraphQueryTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_traverse',
    description: 'Walks a graph from a start vertex; a row holds vertex, edge and depth.',
    parameters: TraverseInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Traverse graph', ...READ },
  })
  traverse(@Payload() input: z.infer<typeof TraverseInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const limit = this.limits.rows(input.limit);
    return this.rows(caller, input, limit, traversalQuery(input, limit + 1), true);
  }

  @Tool({
    name: 'arango_shortest_path',
    description:
      'Shortest path, or the k shortest paths, between two vertices; a row is a path with vertices, edges and weight. ' +
      'hasMore is there with more than 1 path.',
    parameters: ShortestPathInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Shortest paths', ...READ },
  })
  shortestPath(
    @Payload() input: z.infer<typeof ShortestPathInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    // One more tells whether there are more; of the one shortest path none is asked for, since it may cost much.
    const asked = input.paths === 1 ? 1 : input.paths + 1;
    return this.rows(caller, input, input.paths, shortestPathQuery(input, asked), input.paths > 1);
  }

  private rows(
    caller: Caller,
    input: {
      readonly database?: string | undefined;
      readonly maxRuntime?: number | undefined;
      readonly memoryLimit?: number | undefined;
    },
    limit: number,
    built: BuiltQuery,
    knowsMore: boolean,
  ): Promise<CallToolResult> {
    assertQueryWithoutUsers(built.query, built.bindVars);
    const call = this.limits.call(input);
    return this.calls.run(caller, call, async (session) => {
      const reply = this.limits.reply();
      const query = {
        ...built,
        limit,
        ...this.limits.query(input, call),
        stream: false,
      };
      const { hasMore, ...rows } = rowsDocument(await runQuery(session, query, reply), limit, reply);
      return { ...rows, ...(knowsMore && { hasMore }) };
    });
  }
}
