import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { begin, derived, explained, recorded } from '../helpers/arango-exchanges.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { ERAS } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const QUERY = 'RETURN 1';
const ROOT = await scratchFolder();
afterAll(() => removeFolder(ROOT));

/** Each tool that reads with a query of its own or of the call. */
const READING: Readonly<Record<string, Record<string, unknown>>> = {
  arango_describe_collection: { collection: 'demo' },
  arango_sample: { collection: 'demo' },
  arango_read_query: { query: QUERY },
  arango_profile_query: { query: QUERY },
  arango_traverse: { start: 'a/1', graph: 'g' },
  arango_shortest_path: { from: 'a/1', to: 'a/2', graph: 'g' },
  arango_search: { view: 'v', text: 't', fields: ['f'] },
  arango_check_data: { check: 'edges', collection: 'demo' },
  arango_export: { folder: 'f', collections: ['demo'] },
};

describe.each(ERAS)('limits of the query behind a reading tool, in %s', (era) => {
  const arango = arangoSetup(era, { ARANGO_BACKUP_ROOT: ROOT, ARANGO_MAX_TIMEOUT_MS: '8000' });
  afterEach(() => removeFolder(`${ROOT}/f`));

  it.each(Object.entries(READING))('%s sends maxRuntime and memoryLimit', async (tool, args) => {
    const { server, session } = arango;
    server.load(
      recorded('RestCollectionGetAllCollections'),
      derived('RestCollectionGetCollectionName', { path: '/_api/collection/demo/properties' }),
      derived('RestIndexAllIndexes', { path: '/_api/index?collection=demo' }),
      derived('RestCollectionGetCollectionCount', { path: '/_api/collection/demo/count' }),
      explained(QUERY, {}),
      begin({ read: [] }, '1', 7),
      begin({ read: ['demo'] }, '1', 7),
    );
    // What is refused is refused after it was asked.
    server.fail('POST /_api/cursor', (_request, response) => {
      const { status, body } = recorded('RestCursorMemoryLimit').response;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const limits = { maxRuntime: 7, memoryLimit: 1_234_567 };
    const { document } = await session.call(tool, { ...args, ...limits });
    expect(document.error).toMatchObject({ layer: 'engine', code: 32 });
    const sent = server.requests.find(({ path }) => path === '/_api/cursor');
    expect(sent?.body).toMatchObject({ memoryLimit: 1_234_567, options: { maxRuntime: 7 } });
  });

  it('is the time of every tool, and the memory of every one that runs a query', async () => {
    const { tools } = await arango.session.client.listTools();
    const withMemory: string[] = [];
    for (const { name, inputSchema } of tools) {
      expect(inputSchema.properties, name).toHaveProperty('maxRuntime');
      if (Object.hasOwn(inputSchema.properties ?? {}, 'memoryLimit')) withMemory.push(name);
    }
    expect(withMemory.sort()).toEqual([...Object.keys(READING), 'arango_query'].sort());
  });

  it('stands in no definition as a number: what holds is in the settings, and refused by name', async () => {
    const { tools } = await arango.session.client.listTools();
    for (const { name, inputSchema } of tools) {
      const { limit = {}, maxRuntime = {} } = inputSchema.properties as Record<string, object>;
      expect({ ...limit, ...maxRuntime }, name).not.toHaveProperty('maximum');
    }
    arango.server.load();
    for (const [args, message] of [
      [{ limit: 5_001 }, '"limit" is 5001; this server allows at most 5000 (ARANGO_MAX_ROWS_LIMIT).'],
      [{ maxRuntime: 9 }, '"maxRuntime" is 9 s; this server allows at most 8 s (ARANGO_MAX_TIMEOUT_MS).'],
    ] as const) {
      const { document } = await arango.session.call('arango_read_query', { query: QUERY, ...args });
      expect(document.error).toMatchObject({ layer: 'input', message });
    }
    expect(arango.server.log).toEqual([]);
  });
});
