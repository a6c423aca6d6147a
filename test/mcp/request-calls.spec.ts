import type { INestMicroservice } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { CallEvents } from '../../src/mcp/calls/call-events.service.js';
import type { CallRecord } from '../../src/mcp/calls/call-record.js';
import { CoradbMcpModule } from '../../src/mcp/coradb-mcp.module.js';
import { MCP_SERVER_STRATEGY } from '../../src/mcp/mcp.constants.js';
import { RunningCalls } from '../../src/mcp/running-calls.service.js';
import type { McpServerStrategy } from '../../src/mcp/strategy/mcp-server.strategy.js';
import { ERAS, LinkedTransport, newClient, type Era } from '../helpers/mcp-session.js';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function start(era: Era) {
  const linked = new LinkedTransport();
  const settings = { driver: 'embedded', databases: ['e-commerce'] };
  const declared = CoradbMcpModule.forRoot({ settings, transports: () => [linked] });
  const second = CoradbMcpModule.forRoot({ name: 'second', settings: { driver: 'embedded' } });
  const testing = await Test.createTestingModule({ imports: [declared, second] }).compile();
  const module = testing.select(declared);
  const app: INestMicroservice = testing.createNestMicroservice({
    strategy: module.get<McpServerStrategy>(MCP_SERVER_STRATEGY, { strict: true }),
    logger: false,
  });
  await app.listen();
  const client = newClient(era);
  await client.connect(linked.open());
  close = async () => {
    await client.close();
    await app.close();
  };
  return { client, module };
}

describe.each(ERAS)('resources and prompts as calls, protocol %s', (era) => {
  it('are refused while the server shuts down', async () => {
    const { client, module } = await start(era);
    module.get(RunningCalls, { strict: true }).stopAll();
    const refused = { code: -32602, message: expect.stringContaining('The server is shutting down') };
    await expect(client.readResource({ uri: 'coradb://e-commerce/schema' })).rejects.toMatchObject(refused);
    await expect(
      client.getPrompt({ name: 'improve_query', arguments: { database: 'e-commerce', sql: 'SELECT 1' } }),
    ).rejects.toMatchObject(refused);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'improve_query' },
      argument: { name: 'database', value: '' },
    });
    expect(completion.values).toEqual([]);
  });

  it('are recorded, with what was said no to', async () => {
    const { client, module } = await start(era);
    const records: CallRecord[] = [];
    module.get(CallEvents, { strict: true }).subscribe((record) => records.push(record));
    await client.readResource({ uri: 'coradb://e-commerce/schema/product' });
    for (const uri of ['coradb://other/schema', 'coradb://e-commerce/schema/nope']) {
      await client.readResource({ uri }).catch(() => undefined);
    }
    const wrong = { 'coradb/password': 'wrong' };
    await client.readResource({ uri: 'coradb://e-commerce/schema', _meta: wrong }).catch(() => undefined);
    await client.getPrompt({
      name: 'improve_query',
      arguments: { database: 'e-commerce', sql: 'SELECT 1' },
    });
    expect(
      records.map(({ kind, name, database, outcome, errorLayer }) => [
        kind,
        name,
        database,
        outcome,
        errorLayer,
      ]),
    ).toEqual([
      ['resource-template', 'coradb://{database}/schema/{object}', 'e-commerce', 'done', undefined],
      ['resource-template', 'coradb://{database}/schema', 'other', 'refused', 'guard'],
      ['resource-template', 'coradb://{database}/schema/{object}', 'e-commerce', 'refused', 'input'],
      ['resource-template', 'coradb://{database}/schema', 'e-commerce', 'failed', 'engine'],
      ['prompt', 'improve_query', 'e-commerce', 'done', undefined],
    ]);
  });

  it('belong to one instance of the module', async () => {
    const { client } = await start(era);
    expect((await client.listPrompts()).prompts).toHaveLength(6);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
  });
});
