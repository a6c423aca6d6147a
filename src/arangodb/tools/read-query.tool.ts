import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, Tool } from '@rekog/mcp-nest';
import type { z } from 'zod';
import { strictObject } from '../../mcp/tools/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { assertReads } from '../aql/read-only-check.js';
import { runQuery } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import { exactly } from '../documents/exact-input.js';
import { assertNotUsers, assertQueryWithoutUsers } from '../guards/system-collections.js';
import { rowsDocument } from '../reply/rows-document.js';
import { inReadTransaction } from '../transaction/stream-transaction.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { aqlShape, bindVarsShape, databaseShape, runShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

const Input = strictObject({ ...aqlShape, ...bindVarsShape, ...runShape, ...databaseShape });

@ArangoTools()
export class ReadQueryTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_read_query',
    description:
      'Runs AQL that only reads. The server plans it first; what modifies is refused, and it runs in a transaction ' +
      'that may write nowhere and is never committed. Few rows may still cost much: see statistics.',
    parameters: Input,
    outputSchema: ArangoOutput,
    annotations: { title: 'Read with AQL', ...READ },
  })
  run(@Payload() input: z.infer<typeof Input>, @Ctx() context: McpContext): Promise<CallToolResult> {
    const { query } = input;
    const bindVars = input.bindVars && exactly(input.bindVars, 'bindVars', input.integers);
    assertQueryWithoutUsers(query, bindVars);
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    return this.calls.run(context, call, async (session) => {
      const { reads } = await assertReads(session, query, bindVars);
      assertNotUsers(reads);
      const limits = this.limits.query(input, call);
      const reply = this.limits.reply();
      const result = await inReadTransaction(session, reads, limits.maxRuntimeMs, (transaction) =>
        runQuery(
          session,
          { query, ...(bindVars && { bindVars }), limit, ...limits, stream: true, transaction },
          reply,
        ),
      );
      return rowsDocument(result, limit, reply);
    });
  }
}
