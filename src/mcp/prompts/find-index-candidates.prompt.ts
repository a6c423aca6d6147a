import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { FindIndexCandidatesInput, type FindIndexCandidatesArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';
import { SchemaExcerpts } from './schema-excerpts.service.js';

@CoradbRequests()
export class FindIndexCandidatesPrompt {
  constructor(private readonly schemas: SchemaExcerpts) {}

  @Prompt({
    name: 'find_index_candidates',
    description: 'Find out which indexes a table lacks and which it does not need',
    parameters: FindIndexCandidatesInput,
  })
  async run(
    @Payload() { database, object, column }: FindIndexCandidatesArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    return promptMessage({
      task: 'Find out which indexes this table of a CoraDB database lacks, and which it has for nothing.',
      steps: [
        'List the indexes there are, primary, unique and foreign keys included, with their columns in order. An index whose columns begin another one is a candidate for removal.',
        'Write the SELECTs that are likely for this table: by its foreign keys, by status and date columns, and by "column" when the arguments have one. Ask for real ones if none are known.',
        'Look at the plan of each with explain_query: a full scan of a large table is a candidate, and so is a sort that an index would save.',
        'Check how selective each candidate is: execute_select with COUNT(*) and COUNT(DISTINCT …), if the table is small enough to count.',
        'List the candidates with the statement that would create or drop each, what it would help, and what it costs writers. Run none of them.',
      ],
      arguments: { database, object, column },
      schema: await this.schemas.read(context, database, { detail: 'full', object }),
    });
  }
}
