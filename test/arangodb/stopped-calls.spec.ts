import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { abort, begin, cursor, explained, recorded } from '../helpers/arango-exchanges.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

const QUERY = 'FOR i IN 1..1000000 RETURN SLEEP(1)';
const WRITING = 'FOR p IN products REMOVE p IN products';

describe.each(ERAS)('a call that is stopped, in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(era, { ARANGO_URL: server.url });
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });

  /** The cursor request gets no answer; the server knows the query as running, beside one that is not ours. */
  const holdQuery = (): void => {
    let marked = '';
    server.fail('POST /_api/cursor', (request) => void (marked = request.markedQuery ?? ''));
    server.fail(
      'GET /_api/query/current',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify([
            { id: '76', query: QUERY, state: 'executing' },
            { id: '77', query: marked, state: 'executing' },
          ]),
        ),
    );
    server.fail(
      'DELETE /_api/query/77',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"error":false,"code":200}'),
    );
  };

  it('by its time limit: the query is killed, the transaction aborted, and the reply says so', async () => {
    server.load(explained(QUERY, {}), begin({ read: [] }, '1', 1), abort('1'));
    holdQuery();
    const { isError, document } = await session.call('arango_read_query', { query: QUERY, maxRuntime: 0.05 });
    expect(isError).toBe(true);
    expect(document).toMatchObject({ stopped: 'timeout', error: { layer: 'guard' } });
    expect(server.log).toEqual([
      'POST /_api/explain',
      'POST /_api/transaction/begin',
      'POST /_api/cursor',
      'GET /_api/query/current',
      'DELETE /_api/query/77',
      'DELETE /_api/transaction/1',
    ]);
    expect(server.unexpected).toEqual([]);
  });

  it('by its time limit: a query that writes is rolled back', async () => {
    server.load(
      explained(WRITING, { products: 'write' }, { modifies: true }),
      begin({ read: [], write: ['products'] }, '1', 1),
      abort('1'),
    );
    holdQuery();
    const { document } = await session.call('arango_query', { query: WRITING, maxRuntime: 0.05 });
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'the time limit ran out',
      stopped: 'timeout',
    });
    expect(server.log).toContain('DELETE /_api/query/77');
  });

  it('by the server itself: its words are kept (errorNum 1500)', async () => {
    const killed = { error: true, code: 410, errorNum: 1500, errorMessage: 'query killed' };
    const held = cursor(QUERY, [], { stream: true, seconds: 5 });
    server.load(
      explained(QUERY, {}),
      begin({ read: [] }, '1', 5),
      { ...held, response: { ...held.response, status: 410, body: killed } },
      abort('1'),
    );
    const { document } = await session.call('arango_read_query', { query: QUERY, maxRuntime: 5 });
    expect(document.error).toMatchObject({ code: 1500, message: 'ArangoDB error 1500: query killed' });
    expect(document.error.hint).toMatch(/"maxRuntime"/);
    expect(server.unexpected).toEqual([]);
  });

  it('by the client: the query is killed and the transaction aborted', async () => {
    server.load(explained(QUERY, {}), begin({ read: [] }, '1'), abort('1'));
    holdQuery();
    const client = new AbortController();
    const running = server.seen('POST /_api/cursor');
    const killed = server.seen('DELETE /_api/query/77');
    const aborted = server.seen('DELETE /_api/transaction/1');
    const call = session.call('arango_read_query', { query: QUERY }, client.signal);
    await running;
    client.abort(new Error('the user changed their mind'));
    await expect(call).rejects.toThrow();
    await Promise.all([killed, aborted]);
    expect(server.unexpected).toEqual([]);
  });

  it('by a transaction that is still busy: aborting is tried again', async () => {
    server.load(begin({ write: ['products'] }), recorded('RestDocumentHandlerPostUnknownCollection1'));
    let attempts = 0;
    server.fail('DELETE /_api/transaction', (_request, response) => {
      attempts++;
      const busy = { error: true, code: 409, errorNum: 28, errorMessage: 'locked' };
      const done = { error: false, code: 200, result: { id: '74719', status: 'aborted' } };
      const body = attempts < 3 ? busy : done;
      response.writeHead(body.code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { document } = await session.call('arango_insert', {
      collection: 'products',
      documents: [{ Hello: 'World' }],
    });
    expect(document).toMatchObject({ transaction: 'rolled back', error: { code: 1203 } });
    expect(attempts).toBe(3);
  });
});
