import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { listAnalyzers, listGraphs, listViews } from '../inspect/graphs-and-views.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { databaseShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const ListGraphsInput = strictObject(databaseShape);

export const ListViewsInput = strictObject({
  analyzers: z.boolean().default(false),
  ...databaseShape,
});

@ArangoTools()
export class GraphAndViewTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_list_graphs',
    description:
      'Lists the named graphs: edge definitions (edge collection, from, to) and orphan collections.',
    parameters: ListGraphsInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'List graphs', ...READ },
  })
  graphs(@Payload() input: z.infer<typeof ListGraphsInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const reply = this.limits.reply();
      return { graphs: reply.fitting(await listGraphs(session)), ...reply.report() };
    });
  }

  @Tool({
    name: 'arango_list_views',
    description:
      'Lists the ArangoSearch views: which collections and fields they link with which analyzers, or which inverted ' +
      'indexes a search-alias view has.',
    parameters: ListViewsInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'List views', ...READ },
  })
  views(@Payload() input: z.infer<typeof ListViewsInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const reply = this.limits.reply();
      const views = reply.fitting(await listViews(session));
      const analyzers = input.analyzers ? { analyzers: reply.fitting(await listAnalyzers(session)) } : {};
      return { views, ...analyzers, ...reply.report() };
    });
  }
}
