import type { GetPromptResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Prompt } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { CoradbRequests } from '../requests/coradb-requests.decorator.js';
import { PlanSafeChangeInput, type PlanSafeChangeArguments } from './prompt-inputs.js';
import { promptMessage } from './prompt-message.js';
import { SchemaExcerpts } from './schema-excerpts.service.js';

/** Left out of the server with `execute_sql`, when `CORADB_WRITE_MODE=off`. */
@CoradbRequests()
export class PlanSafeChangePrompt {
  constructor(
    private readonly schemas: SchemaExcerpts,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  @Prompt({
    name: 'plan_safe_change',
    description: 'Plan a change of data or definitions, try it in a dry run, and run it only after a yes',
    parameters: PlanSafeChangeInput,
  })
  async run(
    @Payload() { database, change, object }: PlanSafeChangeArguments,
    @Ctx() context: McpContext,
  ): Promise<GetPromptResult> {
    const request =
      object === undefined ? { detail: 'summary' as const } : { detail: 'full' as const, object };
    return promptMessage({
      task: 'Plan the "change" among the arguments for a CoraDB database, and try it without saving anything.',
      steps: [
        'Find out what is touched: tables, keys that point to them, triggers, views. Use describe_schema for what is not shown below.',
        'Count the rows that will change with execute_select, with the very condition of the change, and look at a few of them.',
        'Write the statements, as narrow as possible: a primary key or a condition you have counted, never an UPDATE or DELETE without WHERE. Write down the statements that would undo them.',
        'Run them with execute_sql and dryRun true. Compare affectedRows with your count; if they differ, find out why before going on.',
        'Show the statements, the counts, what the dry run said and how to undo it. A rollback does not take back the steps of serials and AUTO_INCREMENT counters.',
        this.settings.writeMode === 'dryrun'
          ? 'Stop there: this server rolls back every change (CORADB_WRITE_MODE=dryrun). Somebody with the right to write must run the statements.'
          : 'Ask whether to run it. Only after a clear yes to these very statements run them with dryRun false, once, and report the field transaction.',
      ],
      arguments: { database, change, object },
      schema: await this.schemas.read(context, database, request),
    });
  }
}
