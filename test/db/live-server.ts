import type { Client } from '@modelcontextprotocol/client';
import type { Era, McpSession, SettingsEnv } from '../helpers/mcp-session.js';
import { openStdio } from '../helpers/mcp-session.js';
import { CORADB, DUCKDB, SAMPLE } from '../suites/engine/engines.js';
import type { EngineUnderTest } from '../suites/engine-suite.js';

const env = process.env;

/** Where the live tests work: `CORADB_TEST_*`, by default as in the product description. */
const LOGIN = {
  host: env.CORADB_TEST_HOST ?? 'localhost',
  port: Number(env.CORADB_TEST_PORT ?? '33000'),
  database: env.CORADB_TEST_DATABASE ?? 'e-commerce',
  user: env.CORADB_TEST_USER ?? 'dba',
  password: env.CORADB_TEST_PASSWORD ?? '',
};

/** `broker` unless `CORADB_TEST_DRIVER` says otherwise; `embedded` shows the tests themselves without a server. */
const DRIVER = env.CORADB_TEST_DRIVER ?? 'broker';

/** A server that others may use too: whatever a test sets or sends, nothing can be saved. */
const COMMON = {
  open: openLive,
  saves: false,
  password: LOGIN.password,
  loginText: () => `${LOGIN.user}@${LOGIN.host}:${LOGIN.port}/${LOGIN.database}`,
} as const;

export const LIVE_ENGINE: EngineUnderTest = DRIVER === 'embedded' ? embedded() : server();

function embedded(): EngineUnderTest {
  // The embedded engine has no address.
  const { host: _host, port: _port, ...login } = LOGIN;
  return {
    ...SAMPLE,
    ...DUCKDB,
    ...COMMON,
    name: 'the embedded engine in the place of a live server',
    login,
  };
}

function server(): EngineUnderTest {
  const digit = `(SELECT 0 AS n ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `UNION ALL SELECT ${n}`).join(' ')})`;
  return {
    ...CORADB,
    ...COMMON,
    name: 'a live server',
    driver: DRIVER,
    engineVersion: /\d+\.\d+/,
    login: LOGIN,
    sample: false,
    object: {
      name: 'DB_CLASS',
      column: 'class_name',
      lines: [/^VIEW \S*db_class\b/m, /^ {2}class_name VARCHAR/m],
    },
    series: {
      sql: `SELECT a.n + 10 * b.n + 100 * c.n + 1 AS id FROM ${digit} a, ${digit} b, ${digit} c ORDER BY 1`,
      rows: 1_000,
    },
    endless: `SELECT COUNT(*) FROM ${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `db_attribute ${name}`).join(', ')}`,
  };
}

function openLive(era: Era, settings: SettingsEnv = {}, client?: Client): Promise<McpSession> {
  const mode = settings.CORADB_WRITE_MODE === 'off' ? 'off' : 'dryrun';
  return openStdio(era, { CORADB_DRIVER: DRIVER, ...settings, CORADB_WRITE_MODE: mode }, [], client);
}
