import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArangoReplayServer, FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import {
  abort,
  begin,
  explained,
  lookedUpNames,
  recorded,
  recordedErrors,
} from '../helpers/arango-exchanges.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

/** Quick tests: the call's limit in ms; this server gives up a second later than ArangoDB itself would. */
const LIMIT_MS = 100;

const WORDS: Readonly<Record<string, RegExp>> = {
  reset: /^No answer from ArangoDB at http:\/\/127\.0\.0\.1:\d+: (other side closed|read ECONNRESET)\.$/,
  html: /is not ArangoDB: its reply is text\/html, not the JSON of this request\.$/,
  unavailable: /is not ArangoDB: HTTP 503 without an ArangoDB error\.$/,
  unauthorized: /^ArangoDB at http:\/\/127\.0\.0\.1:\d+ refused the login \(HTTP 401\)\.$/,
  redirect: /answered with a redirect \(HTTP 302\), which is not followed\.$/,
};

const QUERY = 'RETURN 1';

describe.each(ERAS)('an ArangoDB server that is not well, in %s', (era) => {
  let server: ArangoReplayServer;
  let session: McpSession;
  beforeAll(async () => {
    server = await ArangoReplayServer.start();
    session = await openApplication(era, {
      ARANGO_URL: server.url,
      ARANGO_PASSWORD: 'hunter2-secret',
      ARANGO_CALL_TIMEOUT_MS: String(LIMIT_MS),
    });
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });
  afterEach(() => expect(server.unexpected).toEqual([]));

  const call = async (start: string, fault: Fault, tool: string, args: Record<string, unknown>) => {
    server.load(
      explained(QUERY, {}),
      begin({ read: [] }, '1', 1),
      begin({ write: ['c'] }, '1', 1),
      abort('1'),
    );
    server.fail(start, fault);
    const reply = await session.call(tool, args);
    expect(reply.isError).toBe(true);
    expect(reply.text).not.toContain('hunter2');
    return reply.document;
  };

  describe.each(Object.keys(WORDS) as (keyof typeof WORDS & keyof typeof FAULTS)[])('%s', (name) => {
    it.each([
      ['GET /_api/collection', 'arango_list_collections', {}],
      ['POST /_api/explain', 'arango_read_query', { query: QUERY }],
      ['POST /_api/cursor', 'arango_read_query', { query: QUERY }],
      ['POST /_api/document', 'arango_insert', { collection: 'c', documents: [{}] }],
    ])('at %s', async (start, tool, args) => {
      const { error } = await call(start, FAULTS[name], tool, args);
      expect(error).toMatchObject({ layer: 'driver', message: expect.stringMatching(WORDS[name] ?? /^$/) });
      expect(error.hint).toEqual(expect.any(String));
    });
  });

  it.each(recordedErrors())(
    'the recorded error of $name is given in the words of the engine',
    async ({ response }) => {
      const { errorNum, errorMessage } = response.body as { errorNum: number; errorMessage: string };
      server.load(
        { ...recorded('HttpGharialList'), response, source: 'derived from HttpGharialList' },
        lookedUpNames(),
      );
      const { isError, document } = await session.call('arango_list_graphs', {});
      expect(isError).toBe(true);
      expect(document.error).toMatchObject({
        layer: 'engine',
        code: errorNum,
        message: `ArangoDB error ${errorNum}: ${errorMessage}`,
      });
    },
  );

  it.each(['hang', 'stall'] as const)('%s: the call ends at its limit', async (name) => {
    const document = await call('GET /_api/gharial', FAULTS[name], 'arango_list_graphs', {});
    expect(document).toMatchObject({
      stopped: 'timeout',
      error: { layer: 'guard', message: 'The call was stopped: the time limit ran out.' },
    });
  });

  it('a server that is not there', async () => {
    const away = await openApplication(era, { ARANGO_URL: 'http://127.0.0.1:9' });
    const { document } = await away.call('arango_list_graphs', {});
    expect(document.error).toMatchObject({ layer: 'driver' });
    expect(document.error.message).toMatch(/^No answer from ArangoDB at http:\/\/127\.0\.0\.1:9: /);
    await away.close();
  });
});
