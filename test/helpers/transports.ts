import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { loadSettings } from '../../src/config/load-settings.js';
import { startHttpServer, type Platform } from './http-server.js';
import {
  McpSession,
  newClient,
  openInProcess,
  openStdio,
  type Era,
  type SettingsEnv,
} from './mcp-session.js';

/** Opens a session with a server of its own on the embedded engine. */
export type Open = (era: Era, env?: SettingsEnv) => Promise<McpSession>;

/** @param headers sent with every request */
export async function openHttp(
  platform: Platform,
  era: Era,
  env: SettingsEnv = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<McpSession> {
  const server = await startHttpServer(platform, env);
  const client = newClient(era);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { ...headers } } }),
  );
  return new McpSession(client, server.close);
}

/** Every way to reach the server, by the name that test titles have. */
export const TRANSPORTS: readonly (readonly [string, Open])[] = [
  ['stdio', (era, env) => openStdio(era, env)],
  [
    "Nest's testing module",
    (era, env) => openInProcess(era, loadSettings({ CORADB_DRIVER: 'embedded', ...env }, '').coradb),
  ],
  ['HTTP on express', (era, env) => openHttp('express', era, env)],
  ['HTTP on fastify', (era, env) => openHttp('fastify', era, env)],
];
