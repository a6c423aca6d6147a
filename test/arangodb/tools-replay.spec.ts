import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { DEFINITION_CASES } from '../suites/arango-definition-cases.js';
import { INSPECT_CASES } from '../suites/arango-inspect-cases.js';
import { READ_CASES } from '../suites/arango-read-cases.js';
import { WRITE_CASES } from '../suites/arango-write-cases.js';

describe.each(ERAS)('ArangoDB tools in %s, against recorded replies', (era) => {
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
  afterEach(() => expect(server.unexpected).toEqual([]));

  it.each([...INSPECT_CASES, ...READ_CASES, ...WRITE_CASES, ...DEFINITION_CASES])(
    '$tool: $title',
    async ({ tool, args, exchanges, isError = false, check, replayed = {} }) => {
      server.load(exchanges);
      const reply = await session.call(tool, args);
      expect(reply.isError, reply.text).toBe(isError);
      check(reply.document);
      expect(reply.document).toMatchObject(replayed);
      // The text is the same document.
      expect(JSON.parse(reply.text)).toEqual(reply.document);
      // Every exchange that was prepared took part.
      expect(server.requests).toHaveLength(exchanges.length);
    },
  );
});
