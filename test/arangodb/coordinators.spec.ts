import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { abort, begin, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';

let server: ArangoReplayServer;
beforeAll(async () => void (server = await ArangoReplayServer.start()));
afterAll(() => server.close());
afterEach(() => expect(server.unexpected).toEqual([]));

describe('several coordinators', () => {
  it('asks the next one when one is away, and stays with the one that answers', async () => {
    const other = await ArangoReplayServer.start();
    const session = await openApplication('2026-07-28', { ARANGO_URL: `${other.url},${server.url}` });
    server.load(recorded('HttpGharialList'));
    other.load(recorded('HttpGharialList'));
    await session.call('arango_list_graphs', {});
    expect([other.log.length, server.log.length]).toEqual([1, 0]);
    await other.close();
    expect((await session.call('arango_list_graphs', {})).isError).toBe(false);
    expect((await session.call('arango_list_graphs', {})).isError).toBe(false);
    expect(server.log).toHaveLength(2);
    await session.close();
  });

  /** Addresses at which nobody listens. */
  async function gone(count: number): Promise<readonly string[]> {
    const servers = await Promise.all(Array.from({ length: count }, () => ArangoReplayServer.start()));
    const urls = servers.map(({ url }) => url);
    await Promise.all(servers.map((each) => each.close()));
    return urls;
  }

  it('gives each address with its reason when none can be reached', async () => {
    const [one = '', other = ''] = await gone(2);
    const urls = [one, 'http://db.invalid:8529', other];
    const session = await openApplication('2026-07-28', { ARANGO_URL: urls.join(',') });
    const { error } = (await session.call('arango_list_graphs', {})).document;
    const refused = (url: string) => `${url}: connect ECONNREFUSED ${new URL(url).host}`;
    expect(error).toEqual({
      layer: 'driver',
      message: expect.stringMatching(/^No answer from ArangoDB at any of its addresses: /) as string,
      hint: 'Check ARANGO_URL, and that the servers run and can be reached from here.',
    });
    const reasons = error.message.replace(/^.*addresses: /, '').split('; ');
    expect(reasons).toEqual([
      refused(one),
      expect.stringMatching(/^http:\/\/db\.invalid:8529: getaddrinfo (ENOTFOUND|EAI_AGAIN) db\.invalid$/),
      `${refused(other)}.`,
    ]);
    await session.close();
  });

  it('asks the next one when a name is not found', async () => {
    const session = await openApplication('2026-07-28', {
      ARANGO_URL: `http://db.invalid:8529,${server.url}`,
    });
    server.load(recorded('HttpGharialList'));
    expect((await session.call('arango_list_graphs', {})).isError).toBe(false);
    await session.close();
  });

  /** What a server in maintenance answers (error 503 of `errors.dat`). */
  const maintenance: Fault = (_request, response) =>
    void response
      .writeHead(503, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 503, error: true, errorNum: 503, errorMessage: 'service unavailable' }));

  it('asks the next one when one is in maintenance, and says so when no other is there', async () => {
    const [away = ''] = await gone(1);
    const other = await ArangoReplayServer.start();
    other.load();
    other.fail('GET ', maintenance);
    const both = await openApplication('2026-07-28', { ARANGO_URL: `${other.url},${server.url}` });
    server.load(recorded('HttpGharialList'));
    expect((await both.call('arango_list_graphs', {})).isError).toBe(false);
    await both.close();

    const mixed = await openApplication('2026-07-28', { ARANGO_URL: `${other.url},${away}` });
    expect((await mixed.call('arango_list_graphs', {})).document.error.message).toBe(
      `No answer from ArangoDB at any of its addresses: ${other.url}: ArangoDB error 503: service unavailable; ` +
        `${away}: connect ECONNREFUSED ${new URL(away).host}.`,
    );
    await mixed.close();

    const alone = await openApplication('2026-07-28', { ARANGO_URL: other.url });
    expect((await alone.call('arango_list_graphs', {})).document.error).toMatchObject({
      layer: 'engine',
      code: 503,
      message: 'ArangoDB error 503: service unavailable',
    });
    await alone.close();
    await other.close();
  });

  it('names the one address that answered with a failure', async () => {
    const [away = ''] = await gone(1);
    const other = await ArangoReplayServer.start();
    other.load();
    other.fail('GET ', FAULTS.unauthorized);
    const session = await openApplication('2026-07-28', { ARANGO_URL: `${away},${other.url},${server.url}` });
    const { message } = (await session.call('arango_list_graphs', {})).document.error;
    expect(message).toBe(`ArangoDB at ${other.url} refused the login (HTTP 401).`);
    await session.close();
    await other.close();
  });

  it('does not send a write again that may have arrived', async () => {
    const other = await ArangoReplayServer.start();
    const session = await openApplication('2026-07-28', { ARANGO_URL: `${other.url},${server.url}` });
    other.load(begin({ write: ['products'] }), abort());
    server.load(begin({ write: ['products'] }), abort(), recorded('RestDocumentHandlerPostCreate1'));
    other.fail('POST /_api/document', FAULTS.reset);
    const { document } = await session.call('arango_insert', {
      collection: 'products',
      documents: [{ Hello: 'World' }],
    });
    expect(document).toMatchObject({ transaction: 'rolled back', error: { layer: 'driver' } });
    expect(server.log).not.toContain('POST /_api/document/products');
    await session.close();
    await other.close();
  });
});
