import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import type { BuiltQuery } from '../aql/built-query.js';
import { brokenEdgesQuery, invalidDocumentsQuery, invalidStoredQuery } from '../aql/check-queries.js';
import { runQuery } from '../aql/run-query.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { exactly } from '../documents/exact-input.js';
import { assertNotUsers } from '../guards/system-collections.js';
import { rowsDocument } from '../reply/rows-document.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { collectionShape, jsonObject, runShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const CheckDataInput = strictObject({
  check: z.enum(['schema', 'edges']),
  documents: z.array(jsonObject).optional().describe('schema; default: the stored ones'),
  rule: jsonObject.optional().describe('schema: JSON Schema; default: that of the collection'),
  ...collectionShape,
  ...runShape,
});
export type CheckDataInput = z.infer<typeof CheckDataInput>;

@ArangoTools()
export class CheckDataTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_check_data',
    description:
      'Finds documents that break a schema, saving nothing, or edges whose ends are missing. No row: none was found.',
    parameters: CheckDataInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Check documents or edges', ...READ },
  })
  run(@Payload() input: CheckDataInput, @Ctx() caller: Caller): Promise<CallToolResult> {
    assertNotUsers([input.collection]);
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    const built = queryOf(input, limit + 1);
    return this.calls.run(caller, call, async (session) => {
      const reply = this.limits.reply();
      const query = { ...built, limit, ...this.limits.query(input, call), stream: true };
      return rowsDocument(await runQuery(session, query, reply), limit, reply);
    });
  }
}

/** @throws InputError */
function queryOf({ check, collection, documents, rule: given }: CheckDataInput, rows: number): BuiltQuery {
  const rule = given ?? null;
  if (check === 'schema') {
    if (documents === undefined) return invalidStoredQuery(collection, rule, rows);
    return invalidDocumentsQuery(collection, exactly(documents, 'documents'), rule, rows);
  }
  if (documents !== undefined || rule !== null) {
    throw new InputError('"check" edges takes neither "documents" nor "rule".', {
      hint: 'It reads the edges of "collection".',
    });
  }
  return brokenEdgesQuery(collection, rows);
}
