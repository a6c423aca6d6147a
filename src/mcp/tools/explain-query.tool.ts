import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { CallInputs } from './call-inputs.js';
import { CoradbTools } from './coradb-tools.decorator.js';
import { ExplainQueryInput, type ExplainQueryArguments } from './inputs.js';
import { CallOutput } from './outputs.js';
import { SqlCalls } from './sql-call.service.js';

@CoradbTools()
export class ExplainQueryTool {
  constructor(
    private readonly inputs: CallInputs,
    private readonly calls: SqlCalls,
  ) {}

  @Tool({
    name: 'explain_query',
    description:
      "The plan the engine's optimizer chooses for each SELECT, without running it. Also the way to check whether a " +
      'query is valid. Statements other than SELECT are refused.',
    parameters: ExplainQueryInput,
    outputSchema: CallOutput,
    annotations: { title: 'Explain SELECT', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(@Payload() input: ExplainQueryArguments, @Ctx() context: McpContext): Promise<CallToolResult> {
    return this.calls.run(context, await this.inputs.explain(input, context));
  }
}
