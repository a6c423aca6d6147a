import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exposureProblems } from '../../src/config/http-settings-rules.js';
import { loadSettings } from '../../src/config/load-settings.js';
import type { SettingsError } from '../../src/config/settings-error.js';
import { openApplication } from '../helpers/arango-session.js';
import type { SettingsEnv } from '../helpers/mcp-session.js';

/** The quoted texts of the page, … as any text. */
const quoted = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('> '))
  .map((line) => line.slice(2).replaceAll('&lt;', '<'));

/** The quotation that a text begins with or is, if the page has it. */
function quotationOf(text: string): string | undefined {
  return quoted.find((quotation) =>
    new RegExp(`^${quotation.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '[^]*')}$`).test(text),
  );
}

const database = 'e-commerce';
const EMBEDDED = { CORADB_DRIVER: 'embedded', CORADB_DATABASES: database };
const change = { database, sql: 'UPDATE product SET units_in_stock = 1 WHERE id = 15' };

const CALLS: readonly (readonly [string, SettingsEnv, string, Record<string, unknown>])[] = [
  ['a closed port', { CORADB_DRIVER: 'broker', CORADB_PORT: '1' }, 'connection_info', { database: 'demodb' }],
  [
    'a package that is missing',
    { CORADB_DRIVER: '@coradb/node-coradb' },
    'connection_info',
    { database: 'demodb' },
  ],
  [
    'a wrong password',
    EMBEDDED,
    'execute_select',
    { database, user: 'reader', password: 'no', sql: 'SELECT 1' },
  ],
  ['a database that is not allowed', EMBEDDED, 'connection_info', { database: 'e-comerce' }],
  ['a change in a reading tool', EMBEDDED, 'execute_select', { database, sql: 'DELETE FROM product' }],
  ['COMMIT', EMBEDDED, 'execute_sql', { database, sql: 'COMMIT' }],
  ['an unknown input', EMBEDDED, 'execute_select', { database, sql: 'SELECT 1', max_row: 1 }],
  ['too many rows', EMBEDDED, 'execute_select', { database, sql: 'SELECT 1', maxRows: 9_999 }],
  ['a dry run', { ...EMBEDDED, CORADB_WRITE_MODE: 'dryrun' }, 'execute_sql', change],
  ['a confirmation', { ...EMBEDDED, CORADB_CONFIRM: 'always' }, 'execute_sql', change],
  [
    'a user who may only read',
    EMBEDDED,
    'execute_sql',
    { database, user: 'reader', password: 'reader', sql: 'DELETE FROM product' },
  ],
  [
    'a time limit',
    EMBEDDED,
    'execute_select',
    { database, sql: 'SELECT COUNT(*) FROM orders a, orders b, orders c', timeoutMs: 300 },
  ],
];

const SETTINGS: readonly SettingsEnv[] = [
  { CORADB_PROT: '1' },
  { CORADB_PORT: '99999' },
  { CORADB_HOST: '<your host>' },
  { CORADB_HTTP_HOST: '0.0.0.0' },
];

/** What stops a start over HTTP with these settings. */
function problemsOf(env: SettingsEnv): readonly string[] {
  try {
    const { http, coradb } = loadSettings(env, '');
    return exposureProblems(http, coradb);
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

async function said(env: SettingsEnv, tool: string, args: Record<string, unknown>): Promise<string> {
  const session = await openApplication('2025-11-25', env);
  const { document } = await session.call(tool, args);
  await session.close();
  const { error, rolledBackBecause } = document as {
    readonly error?: { readonly message: string };
    readonly rolledBackBecause?: string;
  };
  return error?.message ?? rolledBackBecause ?? '';
}

describe('docs/troubleshooting.md', () => {
  const found = new Set<string>();

  it.each(CALLS)('quotes what is said of %s', async (_title, env, tool, args) => {
    const text = await said(env, tool, args);
    const quotation = quotationOf(text);
    expect(quotation, text).toBeDefined();
    found.add(quotation ?? '');
  });

  it('quotes what is said of a port of something else', async () => {
    const web = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => web.once('listening', resolve));
    const { port } = web.address() as AddressInfo;
    const text = await said({ CORADB_DRIVER: 'broker', CORADB_PORT: String(port) }, 'connection_info', {
      database: 'demodb',
    });
    web.close();
    expect(quotationOf(text), text).toBeDefined();
    found.add(quotationOf(text) ?? '');
  });

  it.each(SETTINGS)('quotes what is said of the setting %o', (env) => {
    const lines = problemsOf(env);
    const quotation = lines.map(quotationOf).find((each) => each !== undefined);
    expect(quotation, lines.join()).toBeDefined();
    found.add(quotation ?? '');
  });

  it('quotes nothing else', () => {
    expect(quoted.filter((quotation) => !found.has(quotation))).toEqual([]);
  });
});
