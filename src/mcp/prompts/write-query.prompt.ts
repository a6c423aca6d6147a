import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { WriteQueryInput, type WriteQueryArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';
import { SchemaExcerpts } from './schema-excerpts.service.js';

@CoradbRequests()
export class WriteQueryPrompt {
  constructor(private readonly schemas: SchemaExcerpts) {}

  @Prompt({
    name: 'write_query',
    description: 'Write a SELECT that answers a question, check it and run it',
    parameters: WriteQueryInput,
  })
  async run(
    @Payload() { database, question, object }: WriteQueryArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    const request =
      object === undefined ? { detail: 'summary' as const } : { detail: 'full' as const, object };
    return promptMessage({
      task: 'Write one SELECT for a CoraDB database that answers the "question" among the arguments.',
      steps: [
        'Find the tables and columns that are needed; use describe_schema for those not shown below. Use no name you have not seen.',
        'Write the SELECT. Along edge tables a graph pattern is shorter than joins: SELECT … FROM MATCH (a:label)-[e:edge]->(b:label).',
        'Check it with explain_query, and mend it until the engine accepts it.',
        'Run it with execute_select and a fitting maxRows; put values that came from the question into params.',
        'Answer the question, show the SELECT, and say what you assumed.',
      ],
      arguments: { database, question, object },
      schema: await this.schemas.read(context, database, request),
    });
  }
}
