import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { DescribeTableInput, type DescribeTableArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';
import { SchemaExcerpts } from './schema-excerpts.service.js';

@CoradbRequests()
export class DescribeTablePrompt {
  constructor(private readonly schemas: SchemaExcerpts) {}

  @Prompt({
    name: 'describe_table',
    description: 'Explain one table: its columns, keys, connections and what its rows look like',
    parameters: DescribeTableInput,
  })
  async run(
    @Payload() { database, object }: DescribeTableArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    return promptMessage({
      task: 'Explain this one table or view of a CoraDB database.',
      steps: [
        'Say what one row stands for, and what each column means, judging by names, types, defaults and comments. Say what is a guess.',
        'Name its keys and indexes, and which tables it points to and is pointed to by.',
        'Look at a few rows with execute_select and maxRows 5, and correct your guesses by them.',
        'Point out what a writer of queries must know: columns that may be NULL, codes, units, time zones.',
      ],
      arguments: { database, object },
      schema: await this.schemas.read(context, database, { detail: 'full', object }),
    });
  }
}
