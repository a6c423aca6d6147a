import type { CallToolResult } from '@modelcontextprotocol/server';
import { UseGuards } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { GuardError, InputError } from '../../errors/call-error.js';
import { PersonConfirmation } from '../../mcp/confirmation/person-confirmation.service.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import { pathOf } from '../client/arango-session.js';
import { DefinitionsAllowedGuard } from '../guards/definitions-allowed.guard.js';
import { CREATE } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { CreateCollectionInput, CreateIndexInput, DropCollectionInput } from './definition-inputs.js';
import { ArangoOutput } from './outputs.js';

/** `type` of a collection in ArangoDB's API. */
const COLLECTION_TYPE = { document: 2, edge: 3 };

/** What no transaction of ArangoDB can undo. Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
@UseGuards(DefinitionsAllowedGuard)
export class DefinitionTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly persons: PersonConfirmation,
  ) {}

  @Tool({
    name: 'arango_create_collection',
    description: 'Creates a collection for documents or edges. Cannot be tried as a dry run.',
    parameters: CreateCollectionInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Create collection', ...CREATE },
  })
  createCollection(
    @Payload() input: z.infer<typeof CreateCollectionInput>,
    @Ctx() context: McpContext,
  ): Promise<CallToolResult> {
    const { database, collection, type, ...properties } = input;
    // The server's default type is a document collection; the body says only what differs.
    const body = { name: collection, ...(type === 'edge' && { type: COLLECTION_TYPE.edge }), ...properties };
    return this.calls.run(context, this.limits.call({ database }), async (session) => {
      const path = pathOf('collection');
      const created = await session.request<{ id: string; name: string }>({ method: 'POST', path, body });
      return { created: { name: created.name, id: created.id, type } };
    });
  }

  @Tool({
    name: 'arango_create_index',
    description:
      'Creates an index on a collection; an equal one that exists is returned (isNewlyCreated false). Cannot be tried ' +
      'as a dry run.',
    parameters: CreateIndexInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Create index', ...CREATE, idempotentHint: true },
  })
  createIndex(
    @Payload() input: z.infer<typeof CreateIndexInput>,
    @Ctx() context: McpContext,
  ): Promise<CallToolResult> {
    const { database, collection, ...body } = input;
    return this.calls.run(context, this.limits.call({ database }), async (session) => {
      const {
        code: _code,
        error: _error,
        ...index
      } = await session.request<Record<string, unknown>>({
        method: 'POST',
        path: pathOf('index'),
        search: { collection },
        body,
      });
      return { collection, index };
    });
  }

  @Tool({
    name: 'arango_drop_collection',
    description:
      'Removes a collection with all its documents and indexes, for good. Needs confirm true; where the client can ask ' +
      'a person, that person must agree too.',
    parameters: DropCollectionInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Drop collection', ...CREATE, destructiveHint: true },
  })
  async dropCollection(
    @Payload() input: z.infer<typeof DropCollectionInput>,
    @Ctx() context: McpContext,
  ): Promise<CallToolResult> {
    const { collection, confirm } = input;
    const call = this.limits.call(input);
    if (collection.startsWith('_')) throw new GuardError('System collections cannot be dropped here.');
    if (!confirm) {
      throw new InputError('Dropping a collection needs "confirm": true. Nothing was done.', {
        hint: 'Ask the user first: the documents cannot be brought back.',
      });
    }
    const answer = await this.persons.ask(
      context,
      ['arango_drop_collection', call.database, collection],
      `Drop the collection "${collection}" of database "${call.database}" with all its documents, for good?`,
    );
    if (answer.kind === 'ask') return answer.reply;
    const confirmedBy =
      answer.kind === 'confirmed' ? 'a person' : 'the argument only; this client asks nobody';
    return this.calls.run(context, call, async (session) => {
      await session.request({ method: 'DELETE', path: pathOf('collection', collection) });
      return { dropped: collection, confirmedBy };
    });
  }
}
