import type { Era, McpSession } from '../helpers/mcp-session.js';
import { openStdio } from '../helpers/mcp-session.js';

/** Where the live tests work: `CORADB_TEST_*` of the environment. */
export interface LiveLogin {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

const env = process.env;

/** Defaults as in the product description: e-commerce on localhost:33000 as dba. */
export const LIVE_LOGIN: LiveLogin = {
  host: env.CORADB_TEST_HOST ?? 'localhost',
  port: Number(env.CORADB_TEST_PORT ?? '33000'),
  database: env.CORADB_TEST_DATABASE ?? 'e-commerce',
  user: env.CORADB_TEST_USER ?? 'dba',
  password: env.CORADB_TEST_PASSWORD ?? '',
};

/** `broker` unless `CORADB_TEST_DRIVER` says otherwise; `embedded` shows the tests themselves without a server. */
export const LIVE_DRIVER = env.CORADB_TEST_DRIVER ?? 'broker';

/** The login as tool arguments; the embedded engine has no address. */
export function liveArguments(): Partial<LiveLogin> {
  const { host, port, ...login } = LIVE_LOGIN;
  return LIVE_DRIVER === 'embedded' ? login : { host, port, ...login };
}

/** Opens a session whose server may save nothing, whatever a test sends. */
export function openLive(era: Era): Promise<McpSession> {
  return openStdio(era, { CORADB_DRIVER: LIVE_DRIVER, CORADB_WRITE_MODE: 'dryrun' }, []);
}

/** A query that runs far longer than any test waits; every engine has its own catalog for it. */
export function endlessQuery(engineVersion: string): string {
  const source = engineVersion.startsWith('DuckDB') ? 'duckdb_types()' : 'db_attribute';
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  return `SELECT COUNT(*) FROM ${names.map((name) => `${source} ${name}`).join(', ')}`;
}
