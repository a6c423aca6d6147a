import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError } from '../../src/config/settings-error.js';
import { abort, begin, cursor, explained, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type SettingsEnv } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const INSPECT = [
  'arango_list_databases',
  'arango_list_collections',
  'arango_describe_collection',
  'arango_sample',
  'arango_list_graphs',
  'arango_list_views',
  'arango_validate_query',
  'arango_explain_query',
  'arango_read_query',
  'arango_profile_query',
  'arango_traverse',
  'arango_shortest_path',
  'arango_search',
  'arango_check_data',
  'arango_status',
  'arango_queries',
];
const WRITE = [
  'arango_query',
  'arango_insert',
  'arango_update',
  'arango_replace',
  'arango_remove',
  'arango_graph',
  'arango_create_collection',
  'arango_create_index',
  'arango_drop_index',
  'arango_drop_collection',
  'arango_view',
];

let server: ArangoReplayServer;
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
afterEach(() => expect(server.unexpected).toEqual([]));

const withUrl = (env: SettingsEnv = {}): SettingsEnv => ({ ARANGO_URL: server.url, ...env });

describe.each(ERAS)('the tools offered, in %s', (era) => {
  const toolsOf = async (env: SettingsEnv): Promise<readonly string[]> => {
    const session = await openApplication(era, env);
    const { tools } = await session.client.listTools();
    await session.close();
    return tools.map(({ name }) => name);
  };

  it('with CoraDB settings only: none for ArangoDB', async () => {
    const names = await toolsOf({ CORADB_DRIVER: 'embedded' });
    expect(names).toContain('execute_select');
    expect(names.filter((name) => name.startsWith('arango_'))).toEqual([]);
  });

  it('with ARANGO_URL only: none for CoraDB', async () => {
    expect(await toolsOf(withUrl())).toEqual([...INSPECT, ...WRITE]);
  });

  it('with both: both', async () => {
    const names = await toolsOf(withUrl({ CORADB_DRIVER: 'embedded' }));
    expect(names).toEqual(expect.arrayContaining(['execute_select', 'execute_sql', ...INSPECT, ...WRITE]));
  });

  it('with ARANGO_WRITE_MODE=off: none that writes', async () => {
    expect(await toolsOf(withUrl({ ARANGO_WRITE_MODE: 'off' }))).toEqual(INSPECT);
  });

  it('with ARANGO_BACKUP_ROOT: the export too, and it is not called a backup', async () => {
    const session = await openApplication(era, withUrl({ ARANGO_BACKUP_ROOT: '/nowhere' }));
    const { tools } = await session.client.listTools();
    const { description = '' } = tools.find(({ name }) => name === 'arango_export') ?? {};
    expect(description).toMatch(/cannot be restored/);
    expect(description).not.toMatch(/backup/i);
    await session.close();
  });

  it.each([
    ['read', INSPECT.filter((name) => !/traverse|shortest_path|arango_queries/.test(name))],
    ['write', ['arango_query', 'arango_insert', 'arango_update', 'arango_replace', 'arango_remove']],
    ['graph', ['arango_traverse', 'arango_shortest_path', 'arango_graph']],
    ['admin', ['arango_queries', ...WRITE.filter((name) => /create|drop|view/.test(name))]],
    ['export', []],
    ['graph, export', ['arango_traverse', 'arango_shortest_path', 'arango_graph']],
  ])('with ARANGO_TOOLS=%s: its groups', async (groups, names) => {
    expect(await toolsOf(withUrl({ ARANGO_TOOLS: groups }))).toEqual(names);
  });

  it('a group that does not exist stops the start', async () => {
    await expect(toolsOf(withUrl({ ARANGO_TOOLS: 'read,backup' }))).rejects.toThrow(
      /ARANGO_TOOLS=.*"backup"/,
    );
  });

  it('calling one that is not offered is an unknown tool', async () => {
    const session = await openApplication(era, withUrl({ ARANGO_WRITE_MODE: 'off' }));
    await expect(session.call('arango_query', { query: 'RETURN 1' })).rejects.toThrow(/arango_query/);
    await session.close();
  });
});

describe('ARANGO_WRITE_MODE=dryrun', () => {
  it('rolls every write back, whatever the call says', async () => {
    const session = await openApplication('2026-07-28', withUrl({ ARANGO_WRITE_MODE: 'dryrun' }));
    server.load(begin({ write: ['products'] }), recorded('RestDocumentHandlerPostCreate1'), abort());
    const { document, isError } = await session.call('arango_insert', {
      collection: 'products',
      documents: [{ Hello: 'World' }],
      dryRun: false,
    });
    expect(isError).toBe(false);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'this server allows dry runs only (ARANGO_WRITE_MODE=dryrun)',
      notes: [expect.stringMatching(/key generator .* not given back/)],
    });
    await session.close();
  });

  it.each([
    ['arango_create_collection', { collection: 'c' }],
    ['arango_create_index', { collection: 'c', type: 'persistent', fields: ['a'] }],
    ['arango_drop_index', { collection: 'c', index: 'i', confirm: true }],
    ['arango_drop_collection', { collection: 'c', confirm: true }],
  ])('refuses %s, which cannot be undone', async (tool, args) => {
    const session = await openApplication('2025-11-25', withUrl({ ARANGO_WRITE_MODE: 'dryrun' }));
    server.load();
    const { document } = await session.call(tool, args);
    expect(document.error).toMatchObject({ layer: 'guard', message: expect.stringMatching(/cannot undo/) });
    expect(server.log).toEqual([]);
    await session.close();
  });
});

describe('ARANGO_DATABASES', () => {
  const env = (): SettingsEnv => withUrl({ ARANGO_DATABASE: 'shop', ARANGO_DATABASES: 'shop,stock' });

  it('lets calls name these, and takes the default from ARANGO_DATABASE', async () => {
    const session = await openApplication('2026-07-28', env());
    server.load(recorded('HttpGharialList'));
    expect((await session.call('arango_list_graphs', {})).document.database).toBe('shop');
    expect((await session.call('arango_list_graphs', { database: 'stock' })).document.database).toBe('stock');
    expect(server.requests.map(({ database }) => database)).toEqual(['shop', 'stock']);
    await session.close();
  });

  it.each(INSPECT.slice(1))('%s refuses another database before anything is sent', async (tool) => {
    const session = await openApplication('2025-11-25', env());
    server.load();
    const args: Record<string, Record<string, unknown>> = {
      arango_describe_collection: { collection: 'c' },
      arango_sample: { collection: 'c' },
      arango_traverse: { start: 'a/1', graph: 'g' },
      arango_shortest_path: { from: 'a/1', to: 'a/2', graph: 'g' },
      arango_search: { view: 'v', text: 't', fields: ['f'] },
      arango_queries: { action: 'running' },
      arango_check_data: { collection: 'c', check: 'edges' },
    };
    const query = tool.includes('query') ? { query: 'RETURN 1' } : {};
    const { document } = await session.call(tool, { ...query, ...args[tool], database: '_system' });
    expect(document.error).toEqual({
      layer: 'guard',
      message: 'Database "_system" is not allowed by ARANGO_DATABASES.',
      hint: 'Allowed: shop, stock.',
    });
    expect(server.log).toEqual([]);
    await session.close();
  });

  it.each(['..', '.', 'a/b', 'a\\b', '../_system', ' shop', 'sh\0p', 'x'.repeat(257)])(
    'the name %j is none: an URL would lead it elsewhere',
    async (database) => {
      const session = await openApplication('2026-07-28', withUrl());
      server.load();
      const { isError, text, document } = await session.call('arango_list_graphs', { database });
      expect(isError).toBe(true);
      expect(JSON.parse(text)).toEqual(document);
      expect(document).toEqual({
        error: { layer: 'input', message: expect.stringMatching(/^"database" must /) },
      });
      expect(server.log).toEqual([]);
      await session.close();
    },
  );

  it.each([
    ['arango_sample', { collection: '..' }],
    ['arango_describe_collection', { collection: 'a/b' }],
    ['arango_update', { collection: 'c', documents: [{ _key: '..' }] }],
    ['arango_remove', { collection: 'c', documents: [{ _key: 'a/b' }] }],
    ['arango_drop_collection', { collection: '.', confirm: true }],
  ])('%s refuses names that are none: %j', async (tool, args) => {
    const session = await openApplication('2025-11-25', withUrl());
    server.load();
    const { isError, document } = await session.call(tool, args);
    expect(isError).toBe(true);
    expect(document.error).toMatchObject({ layer: 'input', message: expect.stringContaining('must be a') });
    expect(server.log).toEqual([]);
    await session.close();
  });

  it('hides other databases from arango_list_databases', async () => {
    const session = await openApplication('2026-07-28', env());
    server.load(recorded('RestDatabaseGetUser'));
    expect((await session.call('arango_list_databases', {})).document.databases).toEqual([]);
    await session.close();
  });
});

describe('limits', () => {
  it('refuses more rows, time and keys than allowed', async () => {
    const session = await openApplication(
      '2026-07-28',
      withUrl({ ARANGO_MAX_ROWS_LIMIT: '10', ARANGO_MAX_TIMEOUT_MS: '2000' }),
    );
    server.load();
    const rows = await session.call('arango_read_query', { query: 'RETURN 1', limit: 11 });
    expect(rows.document.error.message).toBe(
      '"limit" is 11; this server allows at most 10 (ARANGO_MAX_ROWS_LIMIT).',
    );
    const time = await session.call('arango_read_query', { query: 'RETURN 1', maxRuntime: 3 });
    expect(time.document.error.message).toBe(
      '"maxRuntime" is 3 s; this server allows at most 2 s (ARANGO_MAX_TIMEOUT_MS).',
    );
    const key = await session.call('arango_read_query', { query: 'RETURN 1', rows: 3 });
    expect(key.document.error.message).toMatch(
      /Unrecognized key: "rows"; allowed keys: query, bindVars, integers, limit/,
    );
    expect(server.log).toEqual([]);
    await session.close();
  });

  it('cuts long strings and leaves out rows that would make the reply too large', async () => {
    const session = await openApplication(
      '2026-07-28',
      withUrl({
        ARANGO_MAX_CELL_CHARS: '10',
        ARANGO_MAX_RESPONSE_CHARS: '1000',
        ARANGO_MEMORY_LIMIT: '5000',
      }),
    );
    const query = 'FOR d IN c RETURN d';
    const row = { text: 'x'.repeat(50), nested: { list: ['y'.repeat(11)] } };
    server.load(
      explained(query, { c: 'read' }),
      begin({ read: ['c'] }),
      cursor(query, Array(50).fill(row), { stream: true, memoryLimit: 5000 }),
      abort(),
    );
    const { document } = await session.call('arango_read_query', { query });
    expect(document.rows[0]).toEqual({
      text: 'xxxxxxxxxx… [cut; 50 characters in all]',
      nested: { list: ['yyyyyyyyyy… [cut; 11 characters in all]'] },
    });
    expect(document.count).toBe(document.rows.length);
    expect(document.count + document.omittedForSize).toBe(50);
    expect(document.cellsCut).toBe(2 * document.count);
    expect(document.hasMore).toBe(true);
    await session.close();
  });
});

describe('calls at the same time', () => {
  it('are limited, and the place of a finished call is free again', async () => {
    const session = await openApplication('2026-07-28', withUrl({ ARANGO_MAX_CONCURRENT_CALLS: '2' }));
    server.load(recorded('HttpGharialList'));
    const held: (() => void)[] = [];
    let both = (): void => undefined;
    const twoRun = new Promise<void>((resolve) => (both = resolve));
    const { response: reply } = recorded('HttpGharialList');
    server.fail('GET /_api/gharial', (_request, response) => {
      held.push(() => void response.writeHead(200, { ...reply.headers }).end(JSON.stringify(reply.body)));
      if (held.length === 2) both();
    });
    const running = [session.call('arango_list_graphs', {}), session.call('arango_list_graphs', {})];
    await twoRun;
    const third = await session.call('arango_list_graphs', {});
    expect(third.document.error).toMatchObject({
      layer: 'guard',
      message: 'The server is busy: 2 calls run (ARANGO_MAX_CONCURRENT_CALLS). Nothing was run.',
    });
    for (const answer of held) answer();
    for (const { isError } of await Promise.all(running)) expect(isError).toBe(false);
    server.load(recorded('HttpGharialList'));
    expect((await session.call('arango_list_graphs', {})).isError).toBe(false);
    await session.close();
  });
});

describe('logging in', () => {
  it.each([
    [
      { ARANGO_USERNAME: 'ann', ARANGO_PASSWORD: 'pä:ŝ' },
      `Basic ${Buffer.from('ann:pä:ŝ').toString('base64')}`,
    ],
    [{}, `Basic ${Buffer.from('root:').toString('base64')}`],
    [{ ARANGO_TOKEN: 'ey.J.x' }, 'Bearer ey.J.x'],
  ])('with %j', async (env, authorization) => {
    const session = await openApplication('2026-07-28', withUrl(env));
    server.load(recorded('HttpGharialList'));
    await session.call('arango_list_graphs', {});
    expect(server.requests[0]?.headers.authorization).toBe(authorization);
    await session.close();
  });
});

describe('ARANGO_TLS_CA_FILE', () => {
  const CA = new URL('../fixtures/tls/test-only-cert.pem', import.meta.url);

  it('is needed for a certificate nobody knows, and enough', async () => {
    const tls = await ArangoReplayServer.start({ tls: true });
    tls.load(recorded('HttpGharialList'));
    const distrusting = await openApplication('2026-07-28', { ARANGO_URL: tls.url });
    const { document } = await distrusting.call('arango_list_graphs', {});
    expect(document.error.message).toMatch(/self-signed certificate/);
    await distrusting.close();

    const folder = await scratchFolder();
    const file = join(folder, 'ca.pem');
    await writeFile(file, readFileSync(CA));
    const trusting = await openApplication('2026-07-28', { ARANGO_URL: tls.url, ARANGO_TLS_CA_FILE: file });
    const reply = await trusting.call('arango_list_graphs', {});
    expect(reply.isError, reply.text).toBe(false);
    await trusting.close();
    await removeFolder(folder);
    await tls.close();
  });

  it.each([
    ['a file that is missing', async (_path: string) => undefined, /ENOENT/],
    ['a folder', (path: string) => mkdir(path), /EISDIR/],
    ['a file without certificates', (path: string) => writeFile(path, 'hello'), /must be a PEM file/],
  ])('%s stops the start', async (_title, make, words) => {
    const folder = await scratchFolder();
    const file = join(folder, 'ca.pem');
    await make(file);
    const opening = openApplication('2026-07-28', withUrl({ ARANGO_TLS_CA_FILE: file }));
    await expect(opening).rejects.toThrow(SettingsError);
    await expect(opening).rejects.toThrow(words);
    await removeFolder(folder);
  });
});
