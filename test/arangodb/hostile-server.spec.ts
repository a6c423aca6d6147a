import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abort, begin, derived, documented, exportedRows, recorded } from '../helpers/arango-exchanges.js';
import type { Exchange } from '../helpers/arango-exchanges.js';
import { answer, ArangoReplayServer, FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import { arangoSetup, type ArangoSetup } from '../helpers/arango-setup.js';
import { openApplication } from '../helpers/arango-session.js';
import type { ToolReply } from '../helpers/mcp-session.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';
import { DEFINITION_CASES } from '../suites/arango-definition-cases.js';
import { FURTHER_CASES, type ArangoCall } from '../suites/arango-further-cases.js';
import { INSPECT_CASES } from '../suites/arango-inspect-cases.js';
import { READ_CASES } from '../suites/arango-read-cases.js';
import { WRITE_CASES } from '../suites/arango-write-cases.js';
import { writeExport } from '../helpers/stored-export.js';

/** Limit of a call here, and what it may take besides: the second it waits for the server, and a commit's own limits. */
const [LIMIT_MS, GRACE_MS] = [50, 30_000];

const count = (documents: number, status = 200): Exchange =>
  documented('HTTP API', 'GET', '/_api/collection/demo/count', { count: documents, name: 'demo' }, status);
const FILES: readonly ArangoCall[] = [
  {
    title: 'an export',
    tool: 'arango_export',
    args: { folder: 'written', collections: ['demo'] },
    exchanges: [
      recorded('RestCollectionGetAllCollections'),
      begin({ read: ['demo'] }),
      exportedRows('demo', ['{"_key":"1"}']),
      abort(),
    ],
  },
  {
    title: 'an export loaded',
    tool: 'arango_restore',
    args: { folder: 'stored' },
    exchanges: [
      { ...count(0), response: recorded('RestDocumentHandlerPostUnknownCollection1').response },
      derived('RestCollectionCreateCollection', { reply: { name: 'demo' } }),
      documented(
        'HTTP API',
        'POST',
        '/_api/import?collection=demo&type=documents&complete=true&onDuplicate=ignore',
        { created: 2, errors: 0, ignored: 0 },
      ),
      count(2),
    ],
  },
];
const CASES = [
  ...FILES,
  ...FURTHER_CASES,
  ...[...INSPECT_CASES, ...READ_CASES, ...WRITE_CASES, ...DEFINITION_CASES].filter(
    ({ isError, exchanges }) => !isError && exchanges.length > 0,
  ),
];

const text = ({ response: { body } }: Exchange): string =>
  typeof body === 'string' ? body : JSON.stringify(body);
const head = (status: number, more: object = {}): [number, Record<string, string>] => [
  status,
  { 'content-type': 'application/json', ...more },
];

/** What the server does in place of its answer at one step. `refuses`: it says that it did nothing, and did nothing. */
interface Hostility {
  readonly fault: (exchange: Exchange) => Fault;
  readonly refuses?: true;
  /** The reply is whole and right. */
  readonly harmless?: true;
  /** Is much to read, so that it is tried with one call a tool. */
  readonly large?: true;
  /** Takes as long as the limit, and is tried with one call a tool as well. */
  readonly slow?: true;
}

const PIECE = ' '.repeat(64 * 1024);
const BOMB = gzipSync(Buffer.alloc(96 * 1024 * 1024, ' '));
const HOSTILE: Readonly<Record<string, Hostility>> = {
  'HTTP 500 after it took effect': {
    fault: () => answer(500, { error: true, code: 500, errorNum: 4, errorMessage: 'internal error' }),
  },
  'HTTP 200 with an error in it': {
    fault: () => answer(200, { error: true, code: 500, errorNum: 4, errorMessage: 'internal error' }),
  },
  'a redirect': { fault: () => FAULTS.redirect, refuses: true },
  'a page': { fault: () => FAULTS.html },
  'a body that ends early': {
    fault: (exchange) => (_request, response) => {
      response.writeHead(
        ...head(exchange.response.status, { 'content-length': String(text(exchange).length + 9) }),
      );
      response.write(text(exchange), () => response.socket?.destroy());
    },
  },
  'a body without an end': {
    large: true,
    fault: (exchange) => (_request, response) => {
      response.writeHead(...head(exchange.response.status));
      response.write(text(exchange).slice(0, -1));
      const more = (): void => {
        while (!response.destroyed && response.write(PIECE));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
  },
  'a bomb of gzip': {
    large: true,
    fault: (exchange) => (_request, response) =>
      void response
        .writeHead(...head(exchange.response.status, { 'content-encoding': 'gzip' }))
        .end(Buffer.concat([gzipSync(text(exchange).slice(0, -1)), BOMB])),
  },
  'gzip that is none': {
    fault: (exchange) => (_request, response) =>
      void response
        .writeHead(...head(exchange.response.status, { 'content-encoding': 'gzip' }))
        .end(text(exchange)),
  },
  'brackets without an end': { fault: () => answer(200, '['.repeat(200_000)), large: true },
  'deep lists': {
    fault: () => answer(200, `{"result":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    large: true,
  },
  'every name twice, the first time as null': {
    fault: (exchange) => {
      const { status, body } = exchange.response;
      if (typeof body !== 'object' || Array.isArray(body)) return answer(status, text(exchange));
      const nulls = Object.keys(JSON.parse(text(exchange)) as object).map(
        (name) => `${JSON.stringify(name)}:null`,
      );
      return answer(status, `{${nulls.join(',')},${text(exchange).slice(1)}`);
    },
    harmless: true,
  },
  'the connection closed behind the answer': {
    fault: (exchange) => (_request, response) =>
      void response
        .writeHead(...head(exchange.response.status))
        .end(text(exchange), () => response.socket?.destroy()),
    harmless: true,
  },
  'another type of content': {
    fault: (exchange) => (_request, response) =>
      void response.writeHead(exchange.response.status, { 'content-type': 'image/png' }).end(text(exchange)),
    harmless: true,
  },
  'no answer': { fault: () => FAULTS.hang, slow: true },
  'a byte now and then': {
    fault: (exchange) => (_request, response) => {
      response.writeHead(...head(exchange.response.status));
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    },
    slow: true,
  },
};

/** What the server really did. */
interface Truth {
  committed: boolean;
  /** Something outside of a transaction was changed, or may have been. */
  defined: boolean;
}

const isTransaction = ({ path }: { readonly path: string }): boolean => path.startsWith('/_api/transaction/');
const isTidying = ({ request }: Exchange): boolean =>
  request.method === 'DELETE' && /^\/_api\/(cursor|transaction)\//.test(request.path);
const DEFINES =
  /^(POST \/_api\/(collection|index|view|gharial|import)|(PUT|PATCH|DELETE) \/_api\/(view|gharial|index|collection|query))/;

/** Answers by method and path, whatever the body; one step is answered by `fault`. */
function play(
  { server }: ArangoSetup,
  { exchanges, tool }: ArangoCall,
  at: number,
  { fault, refuses }: Hostility,
): Truth {
  const truth: Truth = { committed: false, defined: false };
  const left = exchanges.map((exchange, index) => ({ exchange, index }));
  server.load();
  server.fail('', (request, response) => {
    const found = left.findIndex(
      ({ exchange }) => exchange.request.method === request.method && exchange.request.path === request.path,
    );
    const [step] = found < 0 ? [] : left.splice(found, 1);
    const broken = step?.index === at;
    const line = `${request.method} ${request.path}`;
    if (!(broken && refuses)) {
      if (request.method === 'PUT' && isTransaction(request)) truth.committed = true;
      // In a transaction a change is undone with it.
      if (DEFINES.test(line) && request.headers['x-arango-trx-id'] === undefined) truth.defined = true;
    }
    if (broken) return fault(step.exchange)(request, response);
    if (step) return answer(step.exchange.response.status, text(step.exchange))(request, response);
    if (isTransaction(request)) return transactionAnswer(request.method, truth)(request, response);
    answer(404, { error: true, code: 404, errorNum: 404, errorMessage: `unknown path of ${tool}` })(
      request,
      response,
    );
  });
  return truth;
}

function transactionAnswer(method: string, { committed }: Truth): Fault {
  if (method !== 'GET' && committed) {
    const errorMessage = 'transaction was already committed';
    return answer(400, { error: true, code: 400, errorNum: 1653, errorMessage });
  }
  const status = committed ? 'committed' : method === 'GET' ? 'running' : 'aborted';
  return answer(200, { error: false, code: 200, result: { id: '74719', status } });
}

const CLAIMS = [
  'created',
  'index',
  'dropped',
  'valid',
  'documents',
  'rows',
  'steps',
  'view',
  'version',
  'killed',
];

/** No reply claims more than happened, and each error has its layer. */
function assertHonest(reply: ToolReply, truth: Truth, step: string, tool: string): void {
  const { document, isError } = reply;
  const where = `${step}: ${reply.text.slice(0, 600)}`;
  if (document.error) {
    expect(document.error.layer, where).toMatch(/^(driver|engine|guard|input)$/);
    expect(document.error.message, where).not.toMatch(/did not expect/);
  }
  expect(isError, where).toBe(document.error !== undefined);
  if (document.transaction === 'committed') expect(truth.committed, where).toBe(true);
  if (document.transaction === 'rolled back') expect(truth.committed, where).toBe(false);
  if (isError && document.transaction === undefined) {
    expect(truth.committed, where).toBe(false);
    if (tool === 'arango_restore') {
      const [{ outcome }] = document.collections ?? [{ outcome: 'failed' }];
      expect(outcome, where).toMatch(/^(unknown|failed|not empty)$/);
    } else if (truth.defined) {
      expect(document.outcome, where).toBe('unknown');
    }
    for (const claim of CLAIMS) expect(document, where).not.toHaveProperty(claim);
  }
}

let root: string;
const env: Record<string, string> = { ARANGO_CALL_TIMEOUT_MS: '60000' };
beforeAll(async () => {
  root = await scratchFolder();
  env.ARANGO_BACKUP_ROOT = root;
  await writeExport(join(root, 'stored'), 'demo', ['{"_key":"1"}', '{"_key":"2"}']);
});
afterAll(() => removeFolder(root));
const arango = arangoSetup('2026-07-28', env);

async function run(
  call: ArangoCall,
  at: number,
  hostility: Hostility,
  name: string,
  on: ArangoSetup = arango,
): Promise<ToolReply> {
  await rm(join(root, 'written'), { recursive: true, force: true });
  const truth = play(on, call, at, hostility);
  const startedAt = performance.now();
  const args = hostility.slow ? { ...call.args, maxRuntime: LIMIT_MS / 1_000 } : call.args;
  const reply = await on.session.call(call.tool, args);
  const exchange = call.exchanges[at];
  const step = `${call.tool}, ${call.title}, ${exchange?.request.method} ${exchange?.request.path}, ${name}`;
  expect(performance.now() - startedAt, step).toBeLessThan(LIMIT_MS + GRACE_MS);
  assertHonest(reply, truth, step, call.tool);
  return reply;
}

const QUICK = Object.entries(HOSTILE).filter(([, { slow }]) => !slow);
const SLOW = Object.entries(HOSTILE).filter(([, { slow }]) => slow);
const ONCE = CASES.filter(({ tool }, index) => CASES.findIndex((each) => each.tool === tool) === index);

describe('a hostile server, at every step of every tool', () => {
  it.each(QUICK)('%s', async (name, hostility) => {
    for (const call of hostility.large ? ONCE : CASES) {
      for (const [at, exchange] of call.exchanges.entries()) {
        const reply = await run(call, at, hostility, name);
        const step = `${call.tool}, ${call.title}, ${at}: ${reply.text.slice(0, 600)}`;
        if (hostility.harmless) expect(reply.isError, step).toBe(false);
        // A commit that is settled behind its answer is no error; neither is what a server need not tell.
        else if (!isTidying(exchange) && !isTransaction(exchange.request) && call.tool !== 'arango_status') {
          expect(reply.isError, step).toBe(true);
        }
      }
    }
  });

  it.each(SLOW)('%s: the call ends at its limit', async (name, hostility) => {
    // Each waits for its time, so that they wait together.
    const tried = ONCE.map(async (call) => {
      const server = await ArangoReplayServer.start();
      const session = await openApplication('2026-07-28', { ...env, ARANGO_URL: server.url });
      for (const at of call.exchanges.keys()) await run(call, at, hostility, name, { server, session });
      await session.close();
      await server.close();
    });
    await Promise.all(tried);
  });
});

const ODD = [null, 'x', -1, [], {}, true, 1e308, [null], '\u0000'] as const;

/** Every place in a body, three deep and the first element of a list only. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || path.length >= 4) return [path];
  const names = Object.keys(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [
    path,
    ...names.flatMap((name) => placesIn((value as Record<string, unknown>)[name], [...path, name])),
  ];
}

function withOdd(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  const inner = (value as Record<string, unknown>)[name];
  if (Array.isArray(value)) return [withOdd(inner, rest, odd), ...(value.slice(1) as unknown[])];
  return { ...(value as object), [name]: withOdd(inner, rest, odd) };
}

describe('an odd value at every place of every reply', () => {
  it.each(CASES)('$tool: $title', async (call) => {
    let turn = 0;
    for (const [at, exchange] of call.exchanges.entries()) {
      for (const place of placesIn(exchange.response.body)) {
        const odd = ODD[turn++ % ODD.length];
        const fault = answer(
          exchange.response.status,
          JSON.stringify(withOdd(exchange.response.body, place, odd)),
        );
        await run(call, at, { fault: () => fault }, `${place.join('.')} is ${JSON.stringify(odd)}`);
      }
    }
  });
});
