import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { pathOf, type ArangoRequest } from '../client/arango-session.js';
import { assertDefinitionsAllowed } from '../guards/definitions-allowed.js';
import { definitionDocument } from '../reply/definition-document.js';
import { WRITE } from './annotations.js';
import { ArangoConfirmation } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { databaseShape, dataSource, jsonObject } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const ViewInput = strictObject({
  action: z.enum(['create', 'update', 'replace', 'drop']),
  view: dataSource,
  type: z.enum(['arangosearch', 'search-alias']).default('arangosearch').describe('create'),
  properties: jsonObject.optional().describe('links of arangosearch, indexes of search-alias'),
  confirm: z.boolean().default(false).describe('drop needs true'),
  ...databaseShape,
});
export type ViewInput = z.infer<typeof ViewInput>;

const View = z.looseObject({ name: z.string(), type: z.string() });
const Dropped = z.looseObject({ result: z.literal(true) });

/** Views. Left out of the server when `ARANGO_WRITE_MODE=off`. */
@ArangoTools()
export class ViewTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_view',
    description: 'Creates or drops a view, or changes (update) or sets anew (replace) its properties.',
    parameters: ViewInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Change view', ...WRITE },
  })
  async run(@Payload() input: ViewInput, @Ctx() caller: Caller): Promise<CallToolResult> {
    assertDefinitionsAllowed(this.settings);
    const { action, view } = input;
    const call = this.limits.call(input);
    const request = requestOf(input);
    const asked = await this.confirmation.definition(
      caller,
      ['arango_view', call.database, input],
      { destructive: action !== 'create' },
      `Change the view "${view}" of database "${call.database}" (${action} ${JSON.stringify(input.properties ?? {})})?`,
    );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, (session) =>
      definitionDocument([view], 'Look with arango_list_views before you call again.', async () => {
        const changed = { changed: [view], action };
        if (action === 'drop') {
          await session.request(request, Dropped);
          return { ...changed, dropped: view, ...asked };
        }
        const { error: _error, code: _code, ...now } = await session.request(request, View);
        return { ...changed, view: now, ...asked };
      }),
    );
  }
}

/** @throws InputError */
function requestOf({ action, view, type, properties, confirm }: ViewInput): ArangoRequest {
  if (action === 'create') {
    return { method: 'POST', path: pathOf('view'), body: { ...properties, name: view, type } };
  }
  if (action === 'drop') {
    if (confirm) return { method: 'DELETE', path: pathOf('view', view) };
    throw new InputError('Dropping a view needs "confirm": true. Nothing was done.', {
      hint: 'Ask the user first: searches that use it will fail.',
    });
  }
  if (properties === undefined) {
    throw new InputError(`"action" ${action} needs "properties".`, {
      hint: 'arango_list_views shows those there are.',
    });
  }
  const method = action === 'update' ? 'PATCH' : 'PUT';
  return { method, path: pathOf('view', view, 'properties'), body: properties };
}
