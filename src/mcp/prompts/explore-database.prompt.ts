import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { ExploreDatabaseInput, type ExploreDatabaseArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';
import { SchemaExcerpts } from './schema-excerpts.service.js';

@CoradbRequests()
export class ExploreDatabasePrompt {
  constructor(private readonly schemas: SchemaExcerpts) {}

  @Prompt({
    name: 'explore_database',
    description: 'Get to know a database: what is in it, how it hangs together, what can be asked',
    parameters: ExploreDatabaseInput,
  })
  async run(
    @Payload() { database, search }: ExploreDatabaseArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    const request = { detail: 'summary' as const, ...(search !== undefined && { search }) };
    return promptMessage({
      task: 'Explain this CoraDB database to somebody who has never seen it.',
      steps: [
        'Group the tables by subject and say in a sentence each what they hold, judging by names, columns and comments. Say what is a guess.',
        'Show how they are connected: foreign keys, and vertex and edge tables where there are any.',
        'Look at what you are not sure about with describe_schema for one object, or execute_select with a small maxRows. Read only.',
        'End with five questions this database can answer, each with the SELECT that answers it.',
      ],
      arguments: { database, search },
      schema: await this.schemas.read(context, database, request),
    });
  }
}
