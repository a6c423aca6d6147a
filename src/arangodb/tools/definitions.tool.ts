import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError, InputError } from '../../errors/call-error.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { pathOf } from '../client/arango-session.js';
import { assertDefinitionsAllowed } from '../guards/definitions-allowed.js';
import { definitionDocument } from '../reply/definition-document.js';
import { CREATE } from './annotations.js';
import { ArangoConfirmation } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import {
  CreateCollectionInput,
  CreateIndexInput,
  DropCollectionInput,
  DropIndexInput,
} from './definition-inputs.js';
import { ArangoOutput } from './outputs.js';

/** `type` of a collection in ArangoDB's API. */
const COLLECTION_TYPE = { document: 2, edge: 3 };

const Created = z.looseObject({ id: z.string(), name: z.string() });
const CreatedIndex = z.looseObject({ id: z.string(), type: z.string() });
const Dropped = z.looseObject({ id: z.string() });

const LOOK = 'Look with arango_list_collections before you call again.';
const LOOK_AT_INDEXES = 'Look with arango_describe_collection before you call again.';

/** What no transaction of ArangoDB can undo. Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class DefinitionTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_create_collection',
    description: 'Creates a collection for documents or edges. Cannot be tried as a dry run.',
    parameters: CreateCollectionInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Create collection', ...CREATE },
  })
  async createCollection(
    @Payload() input: z.infer<typeof CreateCollectionInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    assertDefinitionsAllowed(this.settings);
    const { database: _database, maxRuntime: _maxRuntime, collection, type, ...properties } = input;
    const call = this.limits.call(input);
    const asked = await this.confirmation.definition(
      caller,
      ['arango_create_collection', call.database, input],
      { destructive: false },
      `Create the collection "${collection}" (${type}) in database "${call.database}"?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    // The server's default type is a document collection; the body says only what differs.
    const body = { name: collection, ...(type === 'edge' && { type: COLLECTION_TYPE.edge }), ...properties };
    return this.calls.run(caller, call, (session) =>
      definitionDocument([collection], LOOK, async () => {
        const created = await session.request({ method: 'POST', path: pathOf('collection'), body }, Created);
        return {
          changed: [created.name],
          created: { name: created.name, id: created.id, type },
          ...asked,
        };
      }),
    );
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
  async createIndex(
    @Payload() input: z.infer<typeof CreateIndexInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    assertDefinitionsAllowed(this.settings);
    const { database: _database, maxRuntime: _maxRuntime, collection, ...body } = input;
    const call = this.limits.call(input);
    const asked = await this.confirmation.definition(
      caller,
      ['arango_create_index', call.database, input],
      { destructive: false },
      `Create an index (${body.type}: ${JSON.stringify(body.fields)}) on "${collection}" of database "${call.database}"?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([collection], LOOK_AT_INDEXES, async () => {
        const request = { method: 'POST', path: pathOf('index'), search: { collection }, body } as const;
        const { code: _code, error: _error, ...index } = await session.request(request, CreatedIndex);
        return { changed: [collection], index, ...asked };
      }),
    );
  }

  @Tool({
    name: 'arango_drop_index',
    description: 'Removes an index, by its name or id. Needs confirm true.',
    parameters: DropIndexInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Drop index', ...CREATE, destructiveHint: true },
  })
  async dropIndex(
    @Payload() input: z.infer<typeof DropIndexInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    assertDefinitionsAllowed(this.settings);
    const { collection, index, confirm } = input;
    const call = this.limits.call(input);
    if (collection.startsWith('_'))
      throw new GuardError('Indexes of system collections are not dropped here.');
    if (!confirm) {
      throw new InputError('Dropping an index needs "confirm": true. Nothing was done.', {
        hint: 'Ask the user first: queries that need it become slow until it is made anew.',
      });
    }
    const asked = await this.confirmation.definition(
      caller,
      ['arango_drop_index', call.database, collection, index],
      { destructive: true },
      `Drop the index "${index}" of collection "${collection}" of database "${call.database}"?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([collection], LOOK_AT_INDEXES, async () => {
        const { id } = await session.request(
          { method: 'DELETE', path: pathOf('index', collection, index) },
          Dropped,
        );
        return { changed: [collection], dropped: id, ...asked };
      }),
    );
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
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    assertDefinitionsAllowed(this.settings);
    const { collection, confirm } = input;
    const call = this.limits.call(input);
    if (collection.startsWith('_')) throw new GuardError('System collections cannot be dropped here.');
    if (!confirm) {
      throw new InputError('Dropping a collection needs "confirm": true. Nothing was done.', {
        hint: 'Ask the user first: the documents cannot be brought back.',
      });
    }
    const asked = await this.confirmation.definition(
      caller,
      ['arango_drop_collection', call.database, collection],
      { destructive: true },
      `Drop the collection "${collection}" of database "${call.database}" with all its documents, for good?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([collection], LOOK, async () => {
        await session.request({ method: 'DELETE', path: pathOf('collection', collection) }, Dropped);
        return { changed: [collection], dropped: collection, ...asked };
      }),
    );
  }
}
