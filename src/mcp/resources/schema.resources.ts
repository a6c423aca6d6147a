import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, ResourceTemplate } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { SchemaCalls } from '../../execution/schema-calls.service.js';
import { fitDetail } from '../../schema/fit-detail.js';
import { SCHEMA_MIME_TYPES } from '../../schema/printers/print-schema.js';
import { callSignal } from '../call-signal.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { RunningCalls } from '../running-calls.service.js';
import { CallInputs } from '../tools/call-inputs.js';
import { URI_TEMPLATES } from './uri-templates.js';

/** What mcp-nest reads out of a URI, and the URI. */
export interface SchemaResourceInput {
  readonly uri: string;
  readonly database: string;
  readonly object?: string;
}

const TEXT = { mimeType: SCHEMA_MIME_TYPES.text };
const JSON_DOCUMENT = { mimeType: SCHEMA_MIME_TYPES.json };

/** Schemas as resources. The login comes beside the request, in `_meta` or in HTTP headers. */
@CoradbRequests()
export class SchemaResources {
  constructor(
    private readonly inputs: CallInputs,
    private readonly schemas: SchemaCalls,
    private readonly running: RunningCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  @ResourceTemplate({
    uriTemplate: URI_TEMPLATES.schema,
    name: 'schema',
    description: 'All tables, views, vertex and edge tables of a database as CREATE-like text.',
    ...TEXT,
  })
  schema(@Payload() input: SchemaResourceInput, @Ctx() context: McpContext): Promise<ReadResourceResult> {
    return this.read(input, context, 'text');
  }

  @ResourceTemplate({
    uriTemplate: URI_TEMPLATES.object,
    name: 'schema_object',
    description: 'One table, view, vertex or edge table as CREATE-like text.',
    ...TEXT,
  })
  object(@Payload() input: SchemaResourceInput, @Ctx() context: McpContext): Promise<ReadResourceResult> {
    return this.read(input, context, 'text');
  }

  @ResourceTemplate({
    uriTemplate: URI_TEMPLATES.schemaJson,
    name: 'schema_json',
    description: 'The schema document of a database.',
    ...JSON_DOCUMENT,
  })
  schemaJson(@Payload() input: SchemaResourceInput, @Ctx() context: McpContext): Promise<ReadResourceResult> {
    return this.read(input, context, 'json');
  }

  @ResourceTemplate({
    uriTemplate: URI_TEMPLATES.objectJson,
    name: 'schema_object_json',
    description: 'The schema document of one table, view, vertex or edge table.',
    ...JSON_DOCUMENT,
  })
  objectJson(@Payload() input: SchemaResourceInput, @Ctx() context: McpContext): Promise<ReadResourceResult> {
    return this.read(input, context, 'json');
  }

  private async read(
    { uri, database, object }: SchemaResourceInput,
    context: McpContext,
    format: 'text' | 'json',
  ): Promise<ReadResourceResult> {
    const login = await this.inputs.login({ database }, context);
    const { signal, dispose } = callSignal(context, this.running);
    try {
      const request = { detail: 'full' as const, ...(object !== undefined && { object }) };
      const { model } = await this.schemas.read(login, request, { signal });
      const { text } = fitDetail(model, format, this.settings.maxResponseChars);
      return { contents: [{ uri, mimeType: SCHEMA_MIME_TYPES[format], text }] };
    } finally {
      dispose();
    }
  }
}
