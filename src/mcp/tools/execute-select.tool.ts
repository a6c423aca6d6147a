import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { CallInputs } from './call-inputs.js';
import { CoradbTools } from './coradb-tools.decorator.js';
import { ExecuteSelectInput, type ExecuteSelectArguments } from './inputs.js';
import { CallOutput } from './outputs.js';
import { SqlCalls } from './sql-call.service.js';

@CoradbTools()
export class ExecuteSelectTool {
  constructor(
    private readonly inputs: CallInputs,
    private readonly calls: SqlCalls,
  ) {}

  @Tool({
    name: 'execute_select',
    description:
      'Runs one or more SELECTs (relational, or graph: SELECT … FROM MATCH (a:label)-[e:edge]->(b:label)) and returns ' +
      'columns and rows as the engine sends them. Anything that is no SELECT, or a SELECT that changes or locks ' +
      'something, is refused before anything runs. Nothing is ever committed. What a stored function called in a ' +
      'SELECT does cannot be seen beforehand.',
    parameters: ExecuteSelectInput,
    outputSchema: CallOutput,
    annotations: { title: 'Run SELECT', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(@Payload() input: ExecuteSelectArguments, @Ctx() context: McpContext): Promise<CallToolResult> {
    return this.calls.run(context, await this.inputs.select(input, context));
  }
}
