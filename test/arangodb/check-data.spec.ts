import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answering, cursor, explained, lookedUpNames, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

const EDGES =
  'FOR edge IN @@collection ' +
  'LET missing = (FOR end IN [edge._from, edge._to] FILTER DOCUMENT(end) == null RETURN DISTINCT end) ' +
  'FILTER LENGTH(missing) > 0 LIMIT @rows RETURN { _id: edge._id, missing }';
const SCHEMA = 'LET schema = @rule == null ? SCHEMA_GET(@name) : { rule: @rule } ';
const GIVEN =
  `${SCHEMA}FOR number IN 1..LENGTH(@documents) ` +
  'LET result = SCHEMA_VALIDATE(@documents[number - 1], schema) FILTER !result.valid ' +
  'LIMIT @rows RETURN { number, problem: result.errorMessage }';
const STORED =
  `${SCHEMA}FOR document IN @@collection LET result = SCHEMA_VALIDATE(document, schema) FILTER !result.valid ` +
  'LIMIT @rows RETURN { _id: document._id, problem: result.errorMessage }';

const RULE = { properties: { n: { type: 'number' } }, required: ['n'] };

let server: ArangoReplayServer;
let session: McpSession;
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
afterEach(() => expect(server.unexpected).toEqual([]));

describe.each(ERAS)('arango_check_data in %s', (era) => {
  beforeAll(async () => void (session = await openApplication(era, { ARANGO_URL: server.url })));
  afterAll(() => session.close());

  it('finds edges whose ends are missing', async () => {
    const row = { _id: 'knows/1', missing: ['persons/gone'] };
    server.load(cursor(EDGES, [row], { bindVars: { '@collection': 'knows', rows: 201 }, stream: true }));
    const { document } = await session.call('arango_check_data', { check: 'edges', collection: 'knows' });
    expect(document).toMatchObject({ count: 1, hasMore: false, rows: [row] });
  });

  it('checks documents against a rule without saving them', async () => {
    const documents = [{ n: 1 }, { n: 'x' }];
    const row = { number: 2, problem: 'n must be number' };
    const bindVars = { name: 'c', documents, rule: RULE, rows: 201 };
    server.load(cursor(GIVEN, [row], { bindVars, stream: true }));
    const args = { check: 'schema', collection: 'c', documents, rule: RULE };
    expect((await session.call('arango_check_data', args)).document.rows).toEqual([row]);
    expect(server.log).toEqual(['POST /_api/cursor']);
  });

  it('checks the stored documents against the schema of their collection', async () => {
    const bindVars = { '@collection': 'c', name: 'c', rule: null, rows: 3 };
    const rows = ['1', '2', '3'].map((key) => ({ _id: `c/${key}`, problem: 'n is missing' }));
    server.load(cursor(STORED, rows, { bindVars, stream: true, limit: 2 }));
    const { document } = await session.call('arango_check_data', {
      check: 'schema',
      collection: 'c',
      limit: 2,
    });
    expect(document).toMatchObject({ count: 2, hasMore: true });
  });

  it.each([{ documents: [{}] }, { rule: RULE }])('edges take no %j', async (more) => {
    server.load();
    const { document } = await session.call('arango_check_data', {
      check: 'edges',
      collection: 'c',
      ...more,
    });
    expect(document.error.layer).toBe('input');
    expect(server.log).toEqual([]);
  });
});

describe('a name that the engine does not know', () => {
  const query = 'FOR p IN produkts RETURN p';
  const unknown = (message: string) => {
    const exchange = answering(explained(query, {}), 'RestTransactionNonExisting');
    const body = { ...(exchange.response.body as object), errorMessage: message };
    return { ...exchange, response: { ...exchange.response, body } };
  };
  beforeAll(async () => void (session = await openApplication('2026-07-28', { ARANGO_URL: server.url })));
  afterAll(() => session.close());

  it.each([
    ['collection or view not found: animal', 'animals'],
    ["collection or view not found: 'mycolection'", 'mycollection'],
    ['collection or view not found: produktsView', 'productsView'],
  ])('%s: did you mean %s?', async (message, meant) => {
    server.load(unknown(message), lookedUpNames('productsView'));
    const { error } = (await session.call('arango_read_query', { query })).document;
    expect(error).toMatchObject({ layer: 'engine', code: 1203 });
    expect(error.hint).toMatch(new RegExp(`^Did you mean "${meant}"\\? `));
  });

  it('is not guessed when no name is near', async () => {
    server.load(unknown('collection or view not found: somethingElse'), lookedUpNames());
    const { error } = (await session.call('arango_read_query', { query })).document;
    expect(error.hint).toBe('arango_list_collections and arango_list_views show the names.');
  });

  it('of a graph', async () => {
    server.load(recorded('HttpGharialList'));
    server.fail('POST /_api/cursor', (_request, response) => {
      const body = { error: true, code: 404, errorNum: 1924, errorMessage: "graph 'socail' not found" };
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { error } = (await session.call('arango_traverse', { start: 'a/1', graph: 'socail' })).document;
    expect(error.hint).toBe('Did you mean "social"? arango_list_graphs shows the names.');
  });
});
