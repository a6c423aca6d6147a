import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { pathOf, type ArangoRequest, type ArangoSession } from '../client/arango-session.js';
import { exactly } from '../documents/exact-input.js';
import {
  DEFINING,
  FILLING,
  graphRequest,
  isDefining,
  isRemoving,
  type GraphChange,
} from '../graphs/graph-requests.js';
import { assertDefinitionsAllowed } from '../guards/definitions-allowed.js';
import { assertWritable } from '../guards/system-collections.js';
import { graphInfo, GraphReply } from '../inspect/graphs-and-views.js';
import { definitionDocument } from '../reply/definition-document.js';
import { transactionDocument } from '../reply/transaction-document.js';
import { inTransaction } from '../transaction/stream-transaction.js';
import { WRITE } from './annotations.js';
import { ArangoConfirmation, TRIAL } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { dataSource, databaseShape, dryRunShape, integers, jsonObject, key, name } from './inputs.js';
import { ArangoOutput } from './outputs.js';

const names = z.array(dataSource);

export const GraphInput = strictObject({
  action: z.enum([...DEFINING, ...FILLING]),
  graph: name,
  collection: dataSource.optional(),
  from: names.optional().describe('Vertex collections of an edge definition'),
  to: names.optional(),
  edgeDefinitions: z
    .array(z.strictObject({ collection: dataSource, from: names, to: names }))
    .optional()
    .describe('create'),
  orphanCollections: names.optional().describe('create'),
  dropCollections: z.boolean().default(false).describe('Drops with their documents what no other graph uses'),
  document: jsonObject.optional().describe('insert_: an edge has _from and _to'),
  integers,
  key: key.optional().describe('remove_vertex, remove_edge'),
  confirm: z.boolean().default(false).describe('drop and dropCollections need true'),
  ...dryRunShape,
  ...databaseShape,
});
export type GraphInput = z.infer<typeof GraphInput>;

const Defined = z.looseObject({ graph: GraphReply });
const Removed = z.looseObject({ removed: z.literal(true) });
const Ids = z.looseObject({ _id: z.string(), _key: z.string() });
const Filled = z.union([
  z.looseObject({ vertex: Ids }),
  z.looseObject({ edge: Ids }),
  z.looseObject({ removed: z.literal(true) }),
]);

/** Named graphs. Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class GraphTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_graph',
    description:
      'Changes a named graph: create, drop, edge definitions (…_edges), vertex collections (…_vertices); or one vertex ' +
      'or edge in a transaction with the checks of the graph (removing a vertex removes its edges). dryRun only there.',
    parameters: GraphInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Change graph', ...WRITE },
  })
  async run(@Payload() input: GraphInput, @Ctx() caller: Caller): Promise<CallToolResult> {
    const document = input.document && exactly(input.document, 'document', input.integers);
    const change = { ...input, document };
    const request = graphRequest(change);
    assertWritable(collectionsOf(input), this.settings);
    return isDefining(change) ? this.define(caller, input, request) : this.fill(caller, input, request);
  }

  private async define(caller: Caller, input: GraphInput, request: ArangoRequest): Promise<CallToolResult> {
    const { action, graph, dropCollections } = input;
    assertDefinitionsAllowed(this.settings);
    if (input.dryRun) throw new InputError(`"action" ${action} cannot be tried: it cannot be rolled back.`);
    const call = this.limits.call(input);
    if ((action === 'drop' || dropCollections) && !input.confirm) {
      throw new InputError('Dropping a graph or collections needs "confirm": true. Nothing was done.', {
        hint: 'Ask the user first: what is dropped cannot be brought back.',
      });
    }
    const what = dropCollections ? ' and drop its collections with all documents' : '';
    const asked = await this.confirmation.definition(
      caller,
      ['arango_graph', call.database, input],
      { destructive: isRemoving(input) },
      `Change the graph "${graph}" of database "${call.database}" (${action} ${input.collection ?? ''})${what}?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([graph], 'Look with arango_list_graphs before you call again.', async () => {
        const changed = { changed: [graph], action };
        if (action === 'drop') {
          await session.request(request, Removed);
          return { ...changed, dropped: graph, ...asked };
        }
        const { graph: now } = await session.request(request, Defined);
        return { ...changed, graph: graphInfo(now), ...asked };
      }),
    );
  }

  private async fill(caller: Caller, input: GraphInput, request: ArangoRequest): Promise<CallToolResult> {
    const { action, graph, collection = '' } = input;
    const rolledBack = this.limits.dryRun(input.dryRun);
    const call = this.limits.call(input);
    const bound = ['arango_graph', call.database, input];
    const asks =
      rolledBack === undefined && this.confirmation.needs(caller, { destructive: isRemoving(input) });
    const trial = asks && (await this.confirmation.confirmed(caller, bound)) === undefined;
    if (trial) this.confirmation.assertCanAsk(caller);
    const dryRun = trial ? TRIAL : rolledBack;
    const reply = await this.calls.run(caller, call, async (session) => {
      // Removing a vertex removes its edges in all the graph's collections.
      const write = action === 'remove_vertex' ? await allCollections(session, graph) : [collection];
      assertWritable(write, this.settings);
      const options = {
        lockTimeoutMs: this.limits.query({}, call).maxRuntimeMs,
        ...(dryRun !== undefined && { dryRun }),
      };
      const outcome = await inTransaction(session, { write }, options, (transaction) =>
        session.request({ ...request, transaction }, Filled),
      );
      const makesKeys = action.startsWith('insert') && input.document?._key === undefined;
      return transactionDocument(
        outcome,
        { writes: write, makesKeys },
        ({ error: _e, code: _c, ...done }) => ({
          affectedRows: 1,
          action,
          graph,
          ...done,
        }),
      );
    });
    if (!trial || reply.isError) return reply;
    const shown = `arango_graph ${action} in "${graph}", ${collection}: ${JSON.stringify(input.document ?? input.key)}`;
    const text = { database: call.database, call: shown, trial: 'it succeeded' };
    return this.confirmation.question(caller, bound, text, null);
  }
}

function collectionsOf({
  collection,
  from = [],
  to = [],
  edgeDefinitions = [],
  orphanCollections = [],
}: GraphChange) {
  const defined = edgeDefinitions.flatMap((each) => [each.collection, ...each.from, ...each.to]);
  return [
    ...(collection === undefined ? [] : [collection]),
    ...from,
    ...to,
    ...defined,
    ...orphanCollections,
  ];
}

async function allCollections(session: ArangoSession, graph: string): Promise<readonly string[]> {
  const { graph: known } = await session.request({ method: 'GET', path: pathOf('gharial', graph) }, Defined);
  const { edgeDefinitions, orphanCollections } = known;
  return [...new Set(collectionsOf({ action: 'drop', graph, edgeDefinitions, orphanCollections }))];
}
