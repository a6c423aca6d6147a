import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { loginText } from '../../execution/call.js';
import { SchemaCalls } from '../../execution/schema-calls.service.js';
import { printSchemaJson } from '../../schema/printers/json-printer.js';
import { printSchemaText } from '../../schema/printers/text-printer.js';
import { callSignal } from '../call-signal.js';
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
  ) {}

  @Tool({
    name: 'describe_schema',
    description:
      'The objects of the database as the given user sees them, from the live catalog: tables, views, vertex and edge ' +
      'tables with columns, types, nullability, defaults, keys and indexes. Format text is CREATE-like, json is the ' +
      'CoraDB schema document.',
    parameters: DescribeSchemaInput,
    outputSchema: DescribeSchemaOutput,
    annotations: { title: 'Describe schema', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(@Payload() input: DescribeSchemaArguments, @Ctx() context: McpContext): Promise<CallToolResult> {
    const login = this.inputs.login(input);
    const { signal, dispose } = callSignal(context, this.running.shutdownSignal);
    try {
      const request = {
        detail: 'full',
        ...(input.object !== undefined && { object: input.object }),
      } as const;
      const model = await this.schemas.read(login, request, signal);
      if (input.format === 'json') {
        const text = printSchemaJson(model);
        return toolReply(JSON.parse(text) as object, text);
      }
      const text = printSchemaText(model);
      return toolReply({ login: loginText(login), format: input.format, schema: text }, text);
    } finally {
      dispose();
    }
  }
}
