import { afterEach, describe, expect, it } from 'vitest';
import { arangoSetup } from '../helpers/arango-setup.js';
import { ERAS } from '../helpers/mcp-session.js';
import { DEFINITION_CASES } from '../suites/arango-definition-cases.js';
import { INSPECT_CASES } from '../suites/arango-inspect-cases.js';
import { READ_CASES } from '../suites/arango-read-cases.js';
import { WRITE_CASES } from '../suites/arango-write-cases.js';

describe.each(ERAS)('ArangoDB tools in %s, against recorded replies', (era) => {
  const arango = arangoSetup(era);
  afterEach(() => expect(arango.server.unexpected).toEqual([]));

  it.each([...INSPECT_CASES, ...READ_CASES, ...WRITE_CASES, ...DEFINITION_CASES])(
    '$tool: $title',
    async ({ tool, args, exchanges, isError = false, check, replayed = {} }) => {
      arango.server.load(exchanges);
      const reply = await arango.session.call(tool, args);
      expect(reply.isError, reply.text).toBe(isError);
      check(reply.document);
      expect(reply.document).toMatchObject(replayed);
      // The text is the same document.
      expect(JSON.parse(reply.text)).toEqual(reply.document);
      // Every exchange that was prepared took part.
      expect(arango.server.requests).toHaveLength(exchanges.length);
    },
  );
});
