import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Era, McpSession, SettingsEnv } from './mcp-session.js';
import type { Open } from './transports.js';

/** An empty database of the embedded engine with a Korean name, which costs less to open than the sample. */
export const SHOP = '상점';

/** Names that something on the way could take for something else. */
export const AWKWARD_NAMES: readonly string[] = [
  'two words',
  `it's "quoted"`,
  'a/b\\c',
  '100% ? #1 & more=x+y',
  'schema://x/schema',
  '주문 목록',
  '가나다 라마바사아자'.repeat(20),
  '`tick` {object}',
];

export interface AwkwardShop {
  readonly session: McpSession;
  close(): Promise<void>;
}

/** A server on that database with a table of each name, made by `execute_sql`; every column has its table's name. */
export async function openAwkwardShop(open: Open, era: Era, env: SettingsEnv = {}): Promise<AwkwardShop> {
  const directory = await mkdtemp(join(tmpdir(), 'coradb-shop-'));
  const file = await DuckDBInstance.create(join(directory, `${SHOP}.duckdb`));
  file.closeSync();
  const session = await open(era, { CORADB_EMBEDDED_DIR: directory, ...env });
  const close = async (): Promise<void> => {
    await session.close();
    await rm(directory, { recursive: true, force: true });
  };
  const { isError, text } = await session.call('execute_sql', {
    database: SHOP,
    sql: AWKWARD_NAMES.map((name) => {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      return `CREATE TABLE ${quoted} (id INTEGER PRIMARY KEY, ${quoted} VARCHAR)`;
    }).join(';\n'),
  });
  if (isError) {
    await close();
    throw new Error(text);
  }
  return { session, close };
}
