import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { runQuery } from '../aql/run-query.js';
import { searchQuery } from '../aql/search-query.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { rowsDocument } from '../reply/rows-document.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { dataSource, databaseShape, list, runShape, text } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const SearchInput = strictObject({
  view: dataSource,
  text: text(100_000),
  fields: list(text(512), 1, 50).describe('Linked fields, as in title or author.name'),
  analyzer: text(254).default('identity').describe('The one the view links the fields with'),
  match: z
    .enum(['any', 'all', 'phrase', 'prefix', 'exact'])
    .default('any')
    .describe('any or all tokens, or the text as a whole'),
  score: z.enum(['bm25', 'tfidf']).default('bm25'),
  ...runShape,
  ...databaseShape,
});

@ArangoTools()
export class SearchTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_search',
    description:
      'Searches an ArangoSearch view, best matches first; a row holds score and document. arango_list_views shows ' +
      'fields and analyzers. New documents appear with a delay.',
    parameters: SearchInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Search view', ...READ },
  })
  run(@Payload() input: z.infer<typeof SearchInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    return this.calls.run(caller, call, async (session) => {
      const reply = this.limits.reply();
      const query = {
        ...searchQuery(input, limit + 1),
        limit,
        ...this.limits.query(input, call),
        stream: false,
      };
      return rowsDocument(await runQuery(session, query, reply), limit, reply);
    });
  }
}
