import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import { whereSaved, whereTried } from '../../errors/edge-names.js';
import { CallInputs } from './call-inputs.js';
import { CoradbTools } from './coradb-tools.decorator.js';
import { ExecuteSqlInput, type ExecuteSqlArguments } from './inputs.js';
import { CallOutput } from './outputs.js';
import { ConfirmedCalls } from './confirmed-calls.service.js';

/** Left out of the server when `CORADB_WRITE_MODE=off`. */
@CoradbTools()
export class ExecuteSqlTool {
  constructor(
    private readonly inputs: CallInputs,
    private readonly calls: ConfirmedCalls,
  ) {}

  @Tool({
    name: 'execute_sql',
    description:
      'Runs any statements (INSERT, UPDATE, DELETE, MERGE, CREATE, ALTER, DROP, SELECT …) in one transaction: ' +
      whereSaved(
        'committed when all succeed, otherwise everything is rolled back. With dryRun they run and are rolled back; ',
      ) +
      whereTried('they run and are rolled back, since this server saves nothing; ') +
      'affectedRows says what would have changed. COMMIT and ROLLBACK are refused. Steps of serials and ' +
      'AUTO_INCREMENT counters are not undone by a rollback.',
    parameters: ExecuteSqlInput,
    outputSchema: CallOutput,
    annotations: {
      title: 'Run SQL in one transaction',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  })
  async run(@Payload() input: ExecuteSqlArguments, @Ctx() context: McpContext): Promise<CallToolResult> {
    return this.calls.run(context, await this.inputs.execute(input, context));
  }
}
