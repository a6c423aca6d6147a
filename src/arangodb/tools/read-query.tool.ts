import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls, type ArangoDocument } from '../arango-calls.service.js';
import { assertReads } from '../aql/read-only-check.js';
import { profileReport } from '../aql/profile-report.js';
import { runQuery, type QueryResult } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { exactly } from '../documents/exact-input.js';
import { assertNotUsers, assertQueryWithoutUsers } from '../guards/system-collections.js';
import { attributeNotes, foundNothing } from '../inspect/attribute-notes.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { rowsDocument } from '../reply/rows-document.js';
import { inReadTransaction } from '../transaction/stream-transaction.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { aqlShape, bindVarsShape, databaseShape, runShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

const { memoryLimit } = runShape;
export const ProfileQueryInput = strictObject({
  ...aqlShape,
  ...bindVarsShape,
  memoryLimit,
  ...databaseShape,
});
export const ReadQueryInput = strictObject({ ...aqlShape, ...bindVarsShape, ...runShape, ...databaseShape });

@ArangoTools()
export class ReadQueryTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_read_query',
    description:
      'Runs AQL that only reads. The server plans it first; what modifies is refused, and it runs in a transaction ' +
      'that may write nowhere and is never committed. Few rows may still cost much: see statistics.',
    parameters: ReadQueryInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Read with AQL', ...READ },
  })
  run(@Payload() input: z.infer<typeof ReadQueryInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const limit = this.limits.rows(input.limit);
    return this.read(caller, input, limit, rowsDocument);
  }

  @Tool({
    name: 'arango_profile_query',
    description:
      'Runs AQL that only reads, as arango_read_query does, and measures each step: calls, rows, seconds. Rows are not ' +
      'returned.',
    parameters: ProfileQueryInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Profile AQL', ...READ },
  })
  profile(
    @Payload() input: z.infer<typeof ProfileQueryInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    return this.read(caller, input, this.limits.rows(undefined), profileReport, 2);
  }

  private read(
    caller: Caller,
    input: z.infer<typeof ProfileQueryInput>,
    limit: number,
    documentOf: (result: QueryResult, limit: number, reply: ReplyLimits) => ArangoDocument,
    profile?: 2,
  ): Promise<CallToolResult> {
    const { query } = input;
    const bindVars = input.bindVars && exactly(input.bindVars, 'bindVars', input.integers);
    assertQueryWithoutUsers(query, bindVars);
    const call = this.limits.call(input);
    return this.calls.run(caller, call, async (session) => {
      const { reads, plan } = await assertReads(session, query, bindVars);
      assertNotUsers(reads);
      const limits = this.limits.query(input, call);
      const reply = this.limits.reply();
      const order = {
        query,
        ...(bindVars && { bindVars }),
        limit,
        ...limits,
        // The server measures a query to its end.
        stream: profile === undefined,
        ...(profile && { profile }),
      };
      return inReadTransaction(session, reads, limits.maxRuntimeMs, async (transaction) => {
        const result = await runQuery(session, { ...order, transaction }, reply);
        const notes = foundNothing(result.rows) ? await attributeNotes(session, plan, transaction) : [];
        return { ...(notes.length > 0 && { notes }), ...documentOf(result, limit, reply) };
      });
    });
  }
}
