import { expect } from 'vitest';
import { EngineBroker } from '../../helpers/engine-broker/engine-broker.js';
import type { Era, McpSession, SettingsEnv } from '../../helpers/mcp-session.js';
import type { Client } from '@modelcontextprotocol/client';
import type { EngineUnderTest } from './engine-under-test.js';
import { CORADB, DUCKDB, SAMPLE } from './engines.js';

/**
 * The embedded engine behind a broker: the built-in client speaks to it over a socket, and whatever the tests do, the
 * broker got well-formed requests only and nothing stays open.
 * @param open opens a session with a server that has the settings
 */
export async function brokerEngine(
  transport: string,
  open: (era: Era, env: SettingsEnv, client?: Client) => Promise<McpSession>,
): Promise<EngineUnderTest> {
  const engine = await EngineBroker.start();
  const { broker } = engine;
  const settings = {
    CORADB_DRIVER: 'broker',
    CORADB_HOST: broker.host,
    CORADB_PORT: String(broker.port),
    // A busy machine is slow; no test here is about this limit.
    CORADB_CONNECT_TIMEOUT_MS: '60000',
  };
  return {
    ...SAMPLE,
    ...CORADB,
    name: `an engine behind a broker over ${transport}`,
    engineVersion: DUCKDB.engineVersion,
    repeatsSql: DUCKDB.repeatsSql,
    object: {
      ...DUCKDB.object,
      lines: [
        /^VERTEX TABLE DBA\.product COMMENT 'What the shop sells'$/m,
        /^ {2}name VARCHAR\(1073741823\) NOT NULL$/m,
        /^ {2}unit_price NUMERIC\(10,2\) NOT NULL$/m,
        /^ {2}PRIMARY KEY \(id\)$/m,
      ],
    },
    open: (era, env, client) => open(era, { ...settings, ...env }, client),
    login: { database: 'e-commerce' },
    loginText: () => `dba@${broker.host}:${broker.port}/e-commerce`,
    afterAll: async () => {
      await broker.until(({ openSockets }) => openSockets === 0);
      expect(broker.violations).toEqual([]);
      expect(engine.openConnections).toBe(0);
      await engine.stop();
    },
  };
}
