import { Test } from '@nestjs/testing';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { AppModule } from '../../src/app.module.js';
import { loadSettings } from '../../src/config/load-settings.js';
import { loadAddition } from '../../src/load-addition.js';
import { CORADB_STRATEGY } from '../../src/mcp/mcp.constants.js';
import type { CoradbMcpStrategy } from '../../src/mcp/strategy/coradb-mcp.strategy.js';
import { LinkedTransport, McpSession, newClient, type Era, type SettingsEnv } from './mcp-session.js';

export interface ClientSide {
  readonly options?: ClientOptions;
  /** Runs before the client connects, to register what it answers. */
  readonly prepare?: (client: Client) => void;
}

/** The standalone application with its settings from an environment, reached without a process or a socket. */
export async function openApplication(
  era: Era,
  env: SettingsEnv,
  { options, prepare }: ClientSide = {},
): Promise<McpSession> {
  const linked = new LinkedTransport();
  const settings = loadSettings(env, '');
  const testing = await Test.createTestingModule({
    imports: [AppModule.with(settings, () => [linked], await loadAddition(settings))],
  }).compile();
  const strategy = testing.get<CoradbMcpStrategy>(CORADB_STRATEGY, { strict: false });
  const app = testing.createNestMicroservice({ strategy, logger: false });
  await app.listen();
  const client = newClient(era, options);
  prepare?.(client);
  await client.connect(linked.open());
  return new McpSession(client, () => app.close());
}
