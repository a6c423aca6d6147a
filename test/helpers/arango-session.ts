import { Test } from '@nestjs/testing';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { AppModule } from '../../src/app.module.js';
import { loadSettings } from '../../src/config/load-settings.js';
import { CallEvents, type CallListener } from '../../src/mcp/calls/call-events.service.js';
import { MCP_SERVER_STRATEGY } from '../../src/mcp/mcp.constants.js';
import type { McpServerStrategy } from '../../src/mcp/strategy/mcp-server.strategy.js';
import { LinkedTransport, McpSession, newClient, type Era, type SettingsEnv } from './mcp-session.js';

export interface ClientSide {
  readonly options?: ClientOptions;
  /** Runs before the client connects, to register what it answers. */
  readonly prepare?: (client: Client) => void;
  /** Told each finished call, as the audit log is. */
  readonly onCall?: CallListener;
}

/** The standalone application with its settings from an environment, reached without a process or a socket. */
export async function openApplication(
  era: Era,
  env: SettingsEnv,
  { options, prepare, onCall }: ClientSide = {},
): Promise<McpSession> {
  const linked = new LinkedTransport();
  const settings = loadSettings(env, '');
  const testing = await Test.createTestingModule({
    imports: [await AppModule.with(settings, () => [linked])],
  }).compile();
  if (onCall) testing.get(CallEvents, { strict: false }).subscribe(onCall);
  const strategy = testing.get<McpServerStrategy>(MCP_SERVER_STRATEGY, { strict: false });
  const app = testing.createNestMicroservice({ strategy, logger: false });
  await app.listen();
  const client = newClient(era, options);
  prepare?.(client);
  await client.connect(linked.open());
  return new McpSession(client, () => app.close());
}
