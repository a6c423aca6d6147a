import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApplication } from '../helpers/arango-session.js';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';

/** Bodies as text: `JSON.parse` would round the numbers that this is about. */
const bodies: { readonly line: string; readonly text: string }[] = [];
let stored: readonly unknown[] = [];
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url?.replace('/_db/_system', '')}`;
      bodies.push({ line, text: Buffer.concat(chunks).toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(line)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function answer(line: string): object {
  if (line.includes('/transaction')) {
    const status = line.startsWith('PUT') ? 'committed' : line.startsWith('DELETE') ? 'aborted' : 'running';
    return { result: { id: '1', status } };
  }
  if (line.includes('/cursor')) return { result: stored, hasMore: false, extra: { stats: {}, warnings: [] } };
  if (line.includes('/explain')) {
    return { plan: { nodes: [], rules: [], collections: [], isModificationQuery: false } };
  }
  return { _id: 'c/1', _key: '1', _rev: '_a' };
}

const sent = (start: string): string | undefined => bodies.find(({ line }) => line.startsWith(start))?.text;

describe.each(ERAS)('whole numbers beyond 2^53 on their way in, in %s', (era) => {
  let session: McpSession;
  beforeAll(async () => void (session = await openApplication(era, { ARANGO_URL: url })));
  afterAll(() => session.close());
  beforeEach(() => {
    bodies.length = 0;
    stored = [];
  });

  const rounded = JSON.parse('{"n":9007199254740993,"list":[{"m":-9007199254740993}]}') as object;

  it.each([
    ['arango_insert', { documents: [{ a: 1 }, rounded] }, 'documents[1].n', '["n"]'],
    ['arango_update', { documents: [{ _key: '1', x: { y: 2 ** 63 } }] }, 'documents[0].x.y', '["x.y"]'],
    [
      'arango_replace',
      { documents: [{ _key: '1', list: [0, 2 ** 53] }] },
      'documents[0].list[1]',
      '["list"]',
    ],
    ['arango_query', { bindVars: { a: { b: 2 ** 60 } } }, 'bindVars.a.b', '["a.b"]'],
    ['arango_read_query', { bindVars: { a: 2 ** 53 } }, 'bindVars.a', '["a"]'],
    ['arango_explain_query', { bindVars: { a: 2 ** 53 } }, 'bindVars.a', '["a"]'],
  ])('%s refuses a number that arrived rounded: %j', async (tool, args, path, integers) => {
    const rest = 'documents' in args ? { collection: 'c' } : { query: 'RETURN @a' };
    const { document, isError } = await session.call(tool, { ...rest, ...args });
    expect(isError).toBe(true);
    expect(document.error.layer).toBe('input');
    expect(document.error.message.startsWith(`"${path}" is `)).toBe(true);
    expect(document.error.hint).toContain(`"integers": ${integers}`);
    expect(bodies.filter(({ line }) => /transaction|document|cursor|explain/.test(line))).toEqual([]);
  });

  it.each([1.5, 2 ** 53 - 1, -(2 ** 53 - 1), 1e300, 2 ** 64])(
    'lets %d pass: it is kept as it is',
    async (n) => {
      const { document } = await session.call('arango_insert', { collection: 'c', documents: [{ n }] });
      expect(document.transaction).toBe('committed');
      expect(sent('POST /_api/document')).toBe(JSON.stringify({ n }));
    },
  );

  it('writes the digits of the texts that "integers" names, in documents and bindVars', async () => {
    const documents = [
      { n: '9007199254740993', items: [{ id: '18446744073709551615' }, { id: '-9223372036854775808' }] },
    ];
    await session.call('arango_insert', { collection: 'c', documents, integers: ['n', 'items.id'] });
    expect(sent('POST /_api/document')).toBe(
      '{"n":9007199254740993,"items":[{"id":18446744073709551615},{"id":-9223372036854775808}]}',
    );
    await session.call('arango_read_query', {
      query: 'RETURN @n',
      bindVars: { n: '9007199254740993' },
      integers: ['n'],
    });
    expect(sent('POST /_api/explain')).toBe('{"query":"RETURN @n","bindVars":{"n":9007199254740993}}');
    expect(sent('POST /_api/cursor')).toContain('"bindVars":{"n":9007199254740993}');
  });

  it.each([
    [
      { n: '18446744073709551616' },
      ['n'],
      /"documents\[0\]\.n" is named in "integers", but is no whole number of 64 bits/,
    ],
    [{ n: 'abc' }, ['n'], /no whole number of 64 bits as text/],
    [{ n: '1' }, ['m'], /"integers" names "m", where "documents" has nothing/],
  ])('refuses %j with integers %j', async (each, integers, words) => {
    const { document } = await session.call('arango_insert', {
      collection: 'c',
      documents: [each],
      integers,
    });
    expect(document.error).toMatchObject({ layer: 'input', message: expect.stringMatching(words) });
  });

  it('does not turn a number that was read as text into text', async () => {
    stored = [0];
    const documents = [{ _key: '1', id: '9007199254740993' }];
    const { document } = await session.call('arango_replace', { collection: 'c', documents });
    expect(document).toMatchObject({
      transaction: 'rolled back',
      error: {
        layer: 'input',
        message: '"documents[0].id" is text, and the stored document has a whole number there.',
      },
    });
    expect(document.error.hint).toContain('"integers": ["id"]');
    expect(sent('PUT /_api/document')).toBeUndefined();
    stored = [];
    const kept = await session.call('arango_replace', { collection: 'c', documents, integers: ['id'] });
    expect(kept.document.transaction).toBe('committed');
    expect(sent('PUT /_api/document')).toBe('{"id":9007199254740993}');
  });

  it('saves text of digits where the stored document has text', async () => {
    const documents = [{ _key: '1', card: '4111111111111111111' }];
    const { document } = await session.call('arango_update', { collection: 'c', documents });
    expect(document.transaction).toBe('committed');
    expect(sent('PATCH /_api/document')).toBe('{"card":"4111111111111111111"}');
  });
});
