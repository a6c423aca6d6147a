import { afterAll, beforeAll } from 'vitest';
import { ArangoReplayServer } from './arango-replay-server.js';
import { openApplication, type ClientSide } from './arango-session.js';
import type { Era, McpSession, SettingsEnv } from './mcp-session.js';

/** A replay server and the application that asks it. */
export interface ArangoSetup {
  readonly server: ArangoReplayServer;
  readonly session: McpSession;
}

/** Starts both before the tests around the call and ends them behind; ask for either inside a test only. */
export function arangoSetup(
  era: Era = '2026-07-28',
  env: SettingsEnv = {},
  clientSide: ClientSide = {},
): ArangoSetup {
  let server: ArangoReplayServer | undefined;
  let session: McpSession | undefined;
  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(era, { ARANGO_URL: server.url, ...env }, clientSide);
  });
  afterAll(async () => {
    await session?.close();
    await server?.close();
  });
  return {
    get server() {
      return started(server);
    },
    get session() {
      return started(session);
    },
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('not started yet: ask inside a test');
  return part;
}
