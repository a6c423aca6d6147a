import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { errorReport } from '../../errors/error-report.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { explain } from '../aql/explain.js';
import { planReport } from '../aql/plan-report.js';
import { positionIn } from '../aql/text-position.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { ArangoEngineError } from '../client/arango-errors.js';
import { exactly } from '../documents/exact-input.js';
import { pathOf, type ArangoSession } from '../client/arango-session.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { aqlShape, bindVarsShape, databaseShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const ValidateQueryInput = strictObject({
  ...aqlShape,
  ast: z.boolean().default(false).describe('Return the syntax tree'),
  ...databaseShape,
});

export const ExplainQueryInput = strictObject({
  ...aqlShape,
  ...bindVarsShape,
  allPlans: z.boolean().default(false).describe('All that were considered'),
  ...databaseShape,
});

const ParseReply = z.looseObject({
  collections: z.array(z.string()),
  bindVars: z.array(z.string()),
  warnings: z.array(z.unknown()).optional(),
  ast: z.array(z.unknown()),
});

/** Checking apart from running. */
@ArangoTools()
export class CheckQueryTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_validate_query',
    description:
      'Parses AQL without running it: whether it is valid, its collections and bind parameters. Whether the names in ' +
      'it exist is not checked; arango_explain_query does that.',
    parameters: ValidateQueryInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Validate AQL', ...READ },
  })
  validate(
    @Payload() input: z.infer<typeof ValidateQueryInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), (session) =>
      parse(session, input.query, input.ast),
    );
  }

  @Tool({
    name: 'arango_explain_query',
    description:
      'Plans AQL without running it: whether it modifies anything, collections read and written, estimated cost and ' +
      'rows, steps with their indexes, optimizer rules, warnings. Estimates may be far off.',
    parameters: ExplainQueryInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Explain AQL', ...READ },
  })
  explain(
    @Payload() input: z.infer<typeof ExplainQueryInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const options = input.allPlans ? { allPlans: true } : undefined;
      const bindVars = input.bindVars && exactly(input.bindVars, 'bindVars', input.integers);
      return planReport(await explain(session, input.query, bindVars, options), this.limits.reply());
    });
  }
}

/** A text that does not parse is an answer here, not a failure of the call. */
async function parse(session: ArangoSession, query: string, withAst: boolean) {
  try {
    const reply = await session.request(
      { method: 'POST', path: pathOf('query'), body: { query } },
      ParseReply,
    );
    const { collections, bindVars, warnings = [], ast } = reply;
    return { valid: true, collections, bindVars, warnings, ...(withAst && { ast }) };
  } catch (error) {
    // HTTP 400 of this request: the parser's own errors are 1500 to 1599.
    if (!(error instanceof ArangoEngineError) || error.errorNum < 1500 || error.errorNum > 1599) throw error;
    const position = positionIn(error.engineMessage, query);
    return { valid: false, problem: { ...errorReport(error), ...(position && { position }) } };
  }
}
