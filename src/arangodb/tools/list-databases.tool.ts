import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { pathOf } from '../client/arango-session.js';
import { isDatabaseAllowed } from '../database-policy.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { maxRuntime } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const ListDatabasesInput = strictObject({ maxRuntime });

const Databases = z.looseObject({ result: z.array(z.string()) });

@ArangoTools()
export class ListDatabasesTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_list_databases',
    description:
      'Lists the databases that the user may read and this server allows. "database" is the default.',
    parameters: ListDatabasesInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'List databases', ...READ },
  })
  run(@Payload() input: z.infer<typeof ListDatabasesInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const { result } = await session.request(
        { method: 'GET', path: pathOf('database', 'user') },
        Databases,
      );
      return { databases: result.filter((each) => isDatabaseAllowed(each, this.settings.databases)) };
    });
  }
}
