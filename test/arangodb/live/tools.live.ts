import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApplication } from '../../helpers/arango-session.js';
import { ERAS, type McpSession } from '../../helpers/mcp-session.js';
import { DEFINITION_CASES } from '../../suites/arango-definition-cases.js';
import { INSPECT_CASES } from '../../suites/arango-inspect-cases.js';
import { READ_CASES } from '../../suites/arango-read-cases.js';
import { WRITE_CASES } from '../../suites/arango-write-cases.js';
import { createLiveDatabase, type LiveDatabase } from './sample-data.js';

/** What was recorded or only a server in trouble does is left to the replayed cases. */
const CASES = [...INSPECT_CASES, ...READ_CASES, ...WRITE_CASES, ...DEFINITION_CASES].filter(
  ({ replayOnly }) => !replayOnly,
);

describe.each(ERAS)('ArangoDB tools in %s, on a real server', (era) => {
  let live: LiveDatabase;
  let session: McpSession;
  beforeAll(async () => {
    live = await createLiveDatabase();
    session = await openApplication(era, live.env);
  });
  afterAll(async () => {
    await session?.close();
    await live?.drop();
  });

  it.each(CASES)('$tool: $title', async ({ tool, args, isError = false, check }) => {
    const reply = await session.call(tool, args);
    expect(reply.isError, reply.text).toBe(isError);
    check(reply.document);
  });
});
