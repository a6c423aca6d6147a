import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { explain } from '../aql/explain.js';
import { effectOf } from '../aql/query-plan.js';
import { runQuery, type QueryResult } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { exactly } from '../documents/exact-input.js';
import { assertNotUsers, assertQueryWithoutUsers, assertWritable } from '../guards/system-collections.js';
import { rowsDocument } from '../reply/rows-document.js';
import { transactionDocument } from '../reply/transaction-document.js';
import { inTransaction } from '../transaction/stream-transaction.js';
import { WRITE } from './annotations.js';
import { ArangoConfirmation, TRIAL } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { aqlShape, bindVarsShape, databaseShape, dryRunShape, runShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const QueryInput = strictObject({
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
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_query',
    description:
      'Runs any AQL (INSERT, UPDATE, REPLACE, REMOVE, UPSERT, or reading) in one transaction: committed when it ' +
      'succeeds, rolled back when it fails or with dryRun. A query that writes runs to its end whatever the limit of ' +
      'rows is.',
    parameters: QueryInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Run AQL', ...WRITE },
  })
  async run(@Payload() input: z.infer<typeof QueryInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const { query } = input;
    const bindVars = input.bindVars && exactly(input.bindVars, 'bindVars', input.integers);
    assertQueryWithoutUsers(query, bindVars);
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    const rolledBack = this.limits.dryRun(input.dryRun);
    const action = ['arango_query', call.database, input];
    const confirmed =
      rolledBack === undefined ? await this.confirmation.confirmed(caller, action) : undefined;
    let trial: { readonly writes: readonly string[]; changed: number } | undefined;
    const reply = await this.calls.run(caller, call, async (session) => {
      const effect = effectOf(await explain(session, query, bindVars));
      const { modifies, reads, writes } = effect;
      assertNotUsers(reads);
      assertWritable(writes, this.settings);
      if (rolledBack === undefined && !confirmed && modifies && this.confirmation.needs(caller, effect)) {
        this.confirmation.assertCanAsk(caller);
        trial = { writes, changed: 0 };
      }
      const dryRun = trial ? TRIAL : rolledBack;
      const limits = this.limits.query(input, call);
      const rows = this.limits.reply();
      const options = { lockTimeoutMs: limits.maxRuntimeMs, ...(dryRun !== undefined && { dryRun }) };
      const outcome = await inTransaction<QueryResult>(
        session,
        { read: reads, write: writes },
        options,
        async (transaction) => {
          const result = await runQuery(
            session,
            { query, ...(bindVars && { bindVars }), limit, ...limits, stream: !modifies, transaction },
            rows,
          );
          if (confirmed) assertAsTried(result, confirmed.details);
          return result;
        },
      );
      const changed = outcome.result && writesOf(outcome.result);
      if (trial && changed !== undefined) trial.changed = changed;
      return transactionDocument(outcome, { writes, makesKeys: effect.inserts }, (result) => ({
        ...(modifies && changed !== undefined && { affectedRows: changed }),
        ...rowsDocument(result, limit, rows),
      }));
    });
    if (!trial || reply.isError) return reply;
    const { writes, changed } = trial;
    return this.confirmation.question(
      caller,
      action,
      {
        database: call.database,
        call: `${query}\n${JSON.stringify(input.bindVars ?? {})}`,
        trial: `it changed ${changed} ${changed === 1 ? 'document' : 'documents'} in ${writes.join(', ')}`,
      },
      changed,
    );
  }
}

/** Documents written, as the server counts them. */
function writesOf({ statistics }: QueryResult): number | undefined {
  const { writesExecuted } = (statistics ?? {}) as { readonly writesExecuted?: unknown };
  return typeof writesExecuted === 'number' ? writesExecuted : undefined;
}

/** A yes counts only while the query changes as much as it did in the trial. @throws GuardError */
function assertAsTried(result: QueryResult, tried: unknown): void {
  const changed = writesOf(result);
  if (changed === tried) return;
  throw new GuardError(
    `The query changed ${changed} documents, and ${String(tried)} in the trial that was confirmed. Nothing was saved.`,
    { hint: 'Call again: the person is asked anew.' },
  );
}
