import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { loginText } from '../../execution/call.js';
import { SchemaCalls } from '../../execution/schema-calls.service.js';
import { fitDetail } from '../../schema/fit-detail.js';
import { callSignal } from '../call-signal.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { RunningCalls } from '../running-calls.service.js';
import { toolReply } from '../tool-reply.js';
import { CallInputs } from './call-inputs.js';
import { CoradbTools } from './coradb-tools.decorator.js';
import { DescribeSchemaInput, type DescribeSchemaArguments } from './inputs.js';
import { DescribeSchemaOutput } from './outputs.js';

@CoradbTools()
export class DescribeSchemaTool {
  constructor(
    private readonly inputs: CallInputs,
    private readonly schemas: SchemaCalls,
    private readonly running: RunningCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  @Tool({
    name: 'describe_schema',
    description:
      'The objects of the database as the given user sees them, from the live catalog: tables, views, vertex and edge ' +
      'tables with columns, types, nullability, defaults, keys and indexes. A large database comes with less detail, ' +
      'which the reply says. text is CREATE-like, json the schema document, mermaid an ER diagram.',
    parameters: DescribeSchemaInput,
    outputSchema: DescribeSchemaOutput,
    annotations: { title: 'Describe schema', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(@Payload() input: DescribeSchemaArguments, @Ctx() context: McpContext): Promise<CallToolResult> {
    const login = await this.inputs.login(input, context);
    const { signal, dispose } = callSignal(context, this.running);
    try {
      const { model, ageMs, hit } = await this.schemas.read(
        login,
        {
          detail: input.detail,
          ...(input.object !== undefined && { object: input.object }),
          ...(input.search !== undefined && { search: input.search }),
        },
        { signal, refresh: input.refresh },
      );
      const { maxResponseChars } = this.settings;
      const { text, detail, nextObject } = fitDetail(
        model,
        input.format,
        maxResponseChars,
        input.startObject,
      );
      if (input.format === 'json') return toolReply(JSON.parse(text) as object, text);
      const about = {
        login: loginText(login),
        format: input.format,
        detail,
        ...(nextObject && { nextObject }),
        ...(hit && { ageMs }),
      };
      return toolReply({ ...about, schema: text }, text);
    } finally {
      dispose();
    }
  }
}
