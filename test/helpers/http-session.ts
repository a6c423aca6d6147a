import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { startHttpServer, type Platform } from './http-server.js';
import { McpSession, newClient, type Era, type SettingsEnv } from './mcp-session.js';

/** A client of a standalone server of its own, with an embedded database of its own. */
export async function openHttp(
  platform: Platform,
  era: Era,
  env: SettingsEnv = {},
  client: Client = newClient(era),
): Promise<McpSession> {
  // The suite sends more SQL than the server takes by default, to see it refused by the tool.
  const server = await startHttpServer(platform, { CORADB_HTTP_MAX_BODY_BYTES: '20000000', ...env });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return new McpSession(client, server.close);
}
