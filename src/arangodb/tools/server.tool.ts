import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError, InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { pathOf } from '../client/arango-session.js';
import { collectionFigures, serverStatus } from '../inspect/server-status.js';
import { definitionDocument } from '../reply/definition-document.js';
import { READ, WRITE } from './annotations.js';
import { ArangoConfirmation } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { databaseShape, text } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const StatusInput = strictObject({ figures: z.boolean().default(false), ...databaseShape });

export const QueriesInput = strictObject({
  action: z.enum(['running', 'slow', 'kill']),
  id: text(64).optional().describe('kill'),
  ...databaseShape,
});

const Queries = z.array(z.looseObject({ id: z.string(), query: z.string() }));

@ArangoTools()
export class StatusTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_status',
    description:
      'Version, edition, license, engine, role and readiness of the server; figures: documents, sizes and indexes per collection.',
    parameters: StatusInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Server status', ...READ },
  })
  status(@Payload() input: z.infer<typeof StatusInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const reply = this.limits.reply();
      const status = await serverStatus(session);
      if (!input.figures) return status;
      return { ...status, figures: reply.fitting(await collectionFigures(session)), ...reply.report() };
    });
  }
}

@ArangoTools()
export class QueriesTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_queries',
    description: 'Lists the running or the slow queries of a database, or kills a running one by its id.',
    parameters: QueriesInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Running queries', ...WRITE },
  })
  async run(@Payload() input: z.infer<typeof QueriesInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    if (input.action === 'kill') return this.kill(caller, input);
    const path = pathOf('query', input.action === 'slow' ? 'slow' : 'current');
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const reply = this.limits.reply();
      const queries = await session.request({ method: 'GET', path }, Queries);
      return { queries: reply.fitting(queries), ...reply.report() };
    });
  }

  private async kill(caller: Caller, input: z.infer<typeof QueriesInput>): Promise<CallToolResult> {
    const { id } = input;
    if (id === undefined || !/^\d+$/.test(id)) {
      throw new InputError('"action" kill needs the "id" of a running query.', {
        hint: 'Take it from "action" running.',
      });
    }
    if (this.settings.writeMode !== 'write') {
      throw new GuardError('Queries are killed only where ARANGO_WRITE_MODE is write. Nothing was done.');
    }
    const call = this.limits.call(input);
    const asked = await this.confirmation.definition(
      caller,
      ['arango_queries', call.database, id],
      { destructive: true },
      `Kill the running query ${id} of database "${call.database}"?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([], 'Look with "action" running before you call again.', async () => {
        await session.request({ method: 'DELETE', path: pathOf('query', id) }, Killed);
        return { killed: id, ...asked };
      }),
    );
  }
}

const Killed = z.looseObject({ error: z.literal(false) });
