import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { CallInputs } from '../tools/call-inputs.js';
import { ImproveQueryInput, type ImproveQueryArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';

@CoradbRequests()
export class ImproveQueryPrompt {
  constructor(private readonly inputs: CallInputs) {}

  @Prompt({
    name: 'improve_query',
    description: 'Explain what a SELECT does and how the engine runs it, and make it faster or clearer',
    parameters: ImproveQueryInput,
  })
  async run(
    @Payload() { database, sql }: ImproveQueryArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    // Nothing is read here, but what no call could reach is refused as in every other prompt.
    await this.inputs.login({ database }, context);
    return promptMessage({
      task: 'Explain the SELECT below, which is for a CoraDB database, and improve it.',
      steps: [
        'Say in plain words what it returns.',
        'Get its plan with explain_query, and the tables it reads with describe_schema. Explain the plan: which table is read how, where the cost is.',
        'Suggest a better form that returns the same rows: fewer rows read, conditions an index can serve, no needless sorting or columns. Leave it as it is when it is good.',
        'Compare the plans of both with explain_query. Compare the results with execute_select where the tables are small enough.',
        'Show the new SELECT and what got better, with the numbers of the plans. Do not create indexes; name them as a suggestion.',
      ],
      arguments: { database },
      sql,
    });
  }
}
