import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { strictObject } from '../../mcp/tools/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { explain } from '../aql/explain.js';
import { effectOf } from '../aql/query-plan.js';
import { runQuery, type QueryResult } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import { rowsDocument } from '../reply/rows-document.js';
import { transactionDocument } from '../reply/transaction-document.js';
import { inTransaction } from '../transaction/stream-transaction.js';
import { WRITE } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { aqlShape, bindVarsShape, databaseShape, dryRunShape, runShape } from './inputs.js';
import { RowsOutput } from './outputs.js';

const Input = strictObject({
  ...aqlShape,
  ...bindVarsShape,
  ...dryRunShape,
  ...runShape,
  ...databaseShape,
});

/** Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class QueryTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_query',
    description:
      'Runs any AQL (INSERT, UPDATE, REPLACE, REMOVE, UPSERT, or reading) in one transaction: committed when it ' +
      'succeeds, rolled back when it fails or with dryRun. A query that writes runs to its end whatever the limit of ' +
      'rows is.',
    parameters: Input,
    outputSchema: RowsOutput,
    annotations: { title: 'Run AQL', ...WRITE },
  })
  run(@Payload() input: z.infer<typeof Input>, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { query, bindVars } = input;
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    const dryRun = this.limits.dryRun(input.dryRun);
    return this.calls.run(context, call, async (session) => {
      const { modifies, reads, writes } = effectOf(await explain(session, query, bindVars));
      const limits = this.limits.query(input, call);
      const options = { lockTimeoutMs: limits.maxRuntimeMs, ...(dryRun !== undefined && { dryRun }) };
      const outcome = await inTransaction<QueryResult>(
        session,
        { read: reads, write: writes },
        options,
        (transaction) =>
          runQuery(session, {
            query,
            ...(bindVars && { bindVars }),
            limit,
            ...limits,
            stream: !modifies,
            transaction,
          }),
      );
      return transactionDocument(outcome, modifies, (result) =>
        rowsDocument(result, limit, this.limits.reply()),
      );
    });
  }
}
