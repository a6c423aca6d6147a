import { describe, expect, it } from 'vitest';
import type { Exchange } from '../helpers/arango-exchanges.js';
import { FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { openApplication } from '../helpers/arango-session.js';
import { DEFINITION_CASES } from '../suites/arango-definition-cases.js';
import { FURTHER_CASES } from '../suites/arango-further-cases.js';
import { INSPECT_CASES } from '../suites/arango-inspect-cases.js';
import { READ_CASES } from '../suites/arango-read-cases.js';
import { WRITE_CASES } from '../suites/arango-write-cases.js';

const json = (status: number, body: string): Fault => {
  return (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

/** Ways in which the reply to one request can be spoiled, whatever the server did before it. */
const SPOILT: Readonly<Record<string, (exchange: Exchange) => Fault>> = {
  'cut in the middle': (exchange) => (_request, response) => {
    const text = JSON.stringify(exchange.response.body);
    response.writeHead(exchange.response.status, {
      'content-type': 'application/json',
      'content-length': String(text.length),
    });
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
  },
  'ended in the middle': (exchange) => {
    const text = JSON.stringify(exchange.response.body);
    return json(exchange.response.status, text.slice(0, text.length / 2));
  },
  'cut before it': () => FAULTS.reset,
  'JSON of another kind': () => json(200, '{"hello":"world"}'),
  'a list': () => json(200, '["hello"]'),
  empty: () => json(200, ''),
  'an error inside a success': () =>
    json(200, '{"error":true,"code":500,"errorNum":4,"errorMessage":"internal error"}'),
};

const CASES = [
  // What a server need not tell is left out where it refuses to.
  ...FURTHER_CASES.filter(({ title }) => title !== 'all it tells'),
  ...[...INSPECT_CASES, ...READ_CASES, ...WRITE_CASES, ...DEFINITION_CASES].filter(
    ({ isError, exchanges }) => !isError && exchanges.length > 0,
  ),
];
const WRITES = new Set([
  'arango_query',
  'arango_insert',
  'arango_update',
  'arango_replace',
  'arango_remove',
  'arango_graph',
]);

/** What is only tidied up: the reply does not depend on it. */
const isTidying = ({ request }: Exchange): boolean =>
  request.method === 'DELETE' && /^\/_api\/(cursor|transaction)\//.test(request.path);

const arango = arangoSetup();

describe.each(Object.keys(SPOILT))('the reply is %s, at every step of every tool', (how) => {
  it.each(CASES)('$tool: $title', async ({ tool, args, exchanges }) => {
    for (const [at, exchange] of exchanges.entries()) {
      arango.server.load(exchanges);
      const { method, path } = exchange.request;
      const isAt = (request: { readonly method: string; readonly path: string }): boolean =>
        request.method === method && request.path === path;
      let before = exchanges.slice(0, at).filter(({ request }) => isAt(request)).length;
      arango.server.beforeAnswer = async (request) => {
        if (isAt(request) && before-- === 0)
          arango.server.fail(`${method} ${path}`, SPOILT[how]?.(exchange) ?? FAULTS.reset);
      };
      const { document, isError, text } = await arango.session.call(tool, args);
      const step = `request ${at}, ${exchange.request.method} ${exchange.request.path}: ${text.slice(0, 500)}`;
      if (isTidying(exchange)) {
        expect(isError, step).toBe(false);
        continue;
      }
      expect(isError, step).toBe(true);
      // A plan that does not say what a query does is refused, which is a rule of this arango.server.
      const unsaid = document.error.message.includes('did not say whether this query modifies anything');
      if (!unsaid) expect(document.error.layer, step).toMatch(/^(driver|engine)$/);
      expect(document.error.message, step).not.toMatch(/did not expect/);
      expect(document.error.hint ?? 'none', step).not.toMatch(/where the tool has/);
      const began = exchanges.findIndex(({ request }) => request.path === '/_api/transaction/begin');
      if (WRITES.has(tool) && at > began && began >= 0) {
        expect(document.transaction, step).toMatch(/^(rolled back|unknown)$/);
      }
      // Nothing is claimed that the reply did not say.
      for (const claim of [
        'created',
        'index',
        'dropped',
        'valid',
        'documents',
        'rows',
        'steps',
        'view',
        'version',
      ]) {
        expect(document, step).not.toHaveProperty(claim);
      }
    }
  });
});

describe('creating and dropping without a reply', () => {
  it.each([
    ['arango_create_collection', { collection: 'c' }, 'POST /_api/collection', /arango_list_collections/],
    [
      'arango_create_index',
      { collection: 'c', type: 'persistent', fields: ['a'] },
      'POST /_api/index',
      /describe/,
    ],
    [
      'arango_drop_collection',
      { collection: 'c', confirm: true },
      'DELETE /_api/collection/c',
      /arango_list/,
    ],
  ])('%s says that it may have happened, and how to look', async (tool, args, start, hint) => {
    for (const fault of [FAULTS.reset, FAULTS.unavailable, FAULTS.stall]) {
      arango.server.load();
      arango.server.fail(start, fault);
      const { document } = await arango.session.call(tool, { ...args, maxRuntime: 0.1 });
      expect(document.outcome).toBe('unknown');
      expect(document.error.message).toMatch(/^The request was sent, .* it may have been\. /);
      expect(document.error.hint).toMatch(hint);
    }
  });

  it('a server that is not there did nothing, and one that refuses did nothing', async () => {
    const away = await openApplication('2026-07-28', { ARANGO_URL: 'http://127.0.0.1:9' });
    const { document } = await away.call('arango_drop_collection', { collection: 'c', confirm: true });
    expect(document).not.toHaveProperty('outcome');
    expect(document.error.message).toMatch(/^No answer from ArangoDB/);
    await away.close();
    arango.server.load();
    arango.server.fail(
      'DELETE /_api/collection/c',
      json(404, '{"error":true,"code":404,"errorNum":1203,"errorMessage":"x"}'),
    );
    const refused = await arango.session.call('arango_drop_collection', { collection: 'c', confirm: true });
    expect(refused.document).not.toHaveProperty('outcome');
  });
});

describe('a server that refuses for now', () => {
  const maintenance =
    (retryAfter: string): Fault =>
    (_request, response) =>
      void response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': retryAfter })
        .end('{"code":503,"error":true,"errorNum":503,"errorMessage":"service unavailable"}');

  it('is asked once more after the time it names', async () => {
    const [gharial] = INSPECT_CASES.filter(({ tool }) => tool === 'arango_list_graphs').map(
      (each) => each.exchanges,
    );
    arango.server.load(gharial ?? []);
    arango.server.fail('GET /_api/gharial', (request, response) => {
      if (arango.server.requests.length === 1) return maintenance('0')(request, response);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"graphs":[]}');
    });
    expect((await arango.session.call('arango_list_graphs', {})).document).toMatchObject({ graphs: [] });
    expect(arango.server.log).toHaveLength(2);
  });

  it('is not waited for when it names a long time, which is told', async () => {
    arango.server.load();
    arango.server.fail('GET /_api/gharial', maintenance('3600'));
    const { error } = (await arango.session.call('arango_list_graphs', {})).document;
    expect(error).toMatchObject({ layer: 'engine', code: 503 });
    expect(error.hint).toBe('The server is in maintenance; try again later. The server asks to wait 3600 s.');
    expect(arango.server.log).toHaveLength(1);
  });
});

it('a wrong password is told as one, and names the settings', async () => {
  arango.server.load();
  arango.server.fail(
    'GET /_api/gharial',
    json(
      401,
      '{"code":401,"error":true,"errorNum":11,"errorMessage":"not authorized to execute this request"}',
    ),
  );
  const { error } = (await arango.session.call('arango_list_graphs', {})).document;
  expect(error).toMatchObject({ layer: 'engine', code: 11 });
  expect(error.hint).toMatch(/ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN/);
});
