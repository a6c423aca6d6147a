import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begin, cursor, explained, recorded } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer, FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import { openApplication } from '../helpers/arango-session.js';
import type { McpSession } from '../helpers/mcp-session.js';

const json =
  (status: number, body: object): Fault =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const state = (status: string): Fault => json(200, { code: 200, error: false, result: { id: '1', status } });
const refusal = (code: number, errorNum: number, errorMessage: string): Fault =>
  json(code, { code, error: true, errorNum, errorMessage });

/** An answer, and what it says about the transaction: nothing when it is undefined. */
interface Answer {
  readonly name: string;
  readonly fault: Fault;
  readonly says?: 'committed' | 'rolled back';
}

/** Answers that say nothing about how the transaction ended. */
const SILENT: readonly Answer[] = [
  { name: 'reset', fault: FAULTS.reset },
  { name: 'cut in the middle', fault: cut },
  { name: 'HTTP 500 of the engine', fault: refusal(500, 4, 'internal error') },
  { name: 'HTTP 503 of a proxy', fault: FAULTS.unavailable },
  { name: 'JSON of another kind', fault: json(200, { hello: 'world' }) },
  { name: 'no such transaction', fault: refusal(404, 1655, "transaction '1' not found") },
];

const COMMITS: readonly Answer[] = [
  { name: 'committed', fault: state('committed'), says: 'committed' },
  { name: 'a conflict', fault: refusal(409, 1200, 'write-write conflict') },
  ...SILENT,
];
const STATUSES: readonly Answer[] = [
  { name: 'committed', fault: state('committed'), says: 'committed' },
  { name: 'aborted', fault: state('aborted'), says: 'rolled back' },
  { name: 'running', fault: state('running') },
  ...SILENT,
];
/** What the manager of transactions of 3.12 answers to an abort, and what can happen on the way. */
const ABORTS: readonly Answer[] = [
  { name: 'aborted', fault: state('aborted'), says: 'rolled back' },
  {
    name: 'already committed',
    fault: refusal(400, 1653, 'transaction was already committed'),
    says: 'committed',
  },
  {
    name: 'already expired',
    fault: refusal(400, 1653, 'transaction was already expired'),
    says: 'rolled back',
  },
  ...SILENT,
];

function cut(...[, response]: Parameters<Fault>): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"code":200,"error":false,"result":', () => response.socket?.destroy());
}

const TABLE = COMMITS.flatMap((commit) =>
  STATUSES.flatMap((status) => ABORTS.map((abort) => ({ commit, status, abort }))),
);

let server: ArangoReplayServer;
let session: McpSession;
beforeAll(async () => {
  server = await ArangoReplayServer.start();
  session = await openApplication('2026-07-28', { ARANGO_URL: server.url });
});
afterAll(async () => {
  await session.close();
  await server.close();
});

const insert = () =>
  session.call('arango_insert', { collection: 'products', documents: [{ Hello: 'World' }] });

describe('commit, status and abort answered in every combination', () => {
  it.each(COMMITS)('commit: $name', async (commit) => {
    for (const { status, abort } of TABLE.filter((row) => row.commit === commit)) {
      server.load(begin({ write: ['products'] }, '1'), recorded('RestDocumentHandlerPostCreate1'));
      server.fail('PUT /_api/transaction/1', commit.fault);
      server.fail('GET /_api/transaction/1', status.fault);
      server.fail('DELETE /_api/transaction/1', abort.fault);
      const { document, isError } = await insert();
      // The first answer that says how it ended decides: of the commit, of the question, of the abort.
      const expected = commit.says ?? status.says ?? abort.says ?? 'unknown';
      const row = `status ${status.name}, abort ${abort.name}`;
      expect(document.transaction, row).toBe(expected);
      expect(isError, row).toBe(expected !== 'committed');
      if (expected !== 'unknown') continue;
      expect(document.error.message, row).toMatch(/^The commit was sent, but /);
      expect(document.error.hint, row).toMatch(/whether the changes are there/);
      // A transaction that may still be open is named, unless the server does not know it.
      if (status.name === 'running')
        expect(document.notes.at(-1), row).toMatch(/^Transaction 1 could not be aborted/);
    }
  });

  it('asks nothing more when the commit says that it is done', async () => {
    server.load(begin({ write: ['products'] }, '1'), recorded('RestDocumentHandlerPostCreate1'));
    server.fail('PUT /_api/transaction/1', state('committed'));
    await insert();
    expect(server.log.slice(2)).toEqual(['PUT /_api/transaction/1']);
  });
});

describe('work that fails', () => {
  it.each(ABORTS)('abort: $name', async ({ name, fault, says }) => {
    server.load(begin({ write: ['products'] }, '1'), recorded('RestDocumentHandlerPostUnknownCollection1'));
    server.fail('DELETE /_api/transaction/1', fault);
    const { document } = await insert();
    // Nobody committed it: whatever the abort is answered, nothing is saved.
    expect(document).toMatchObject({ transaction: 'rolled back', error: { code: 1203 } });
    const notes = (document.notes ?? []) as readonly string[];
    const settled = says === 'rolled back' || name === 'no such transaction';
    expect(notes.filter((note) => note.includes('Transaction 1 could not be aborted'))).toHaveLength(
      settled ? 0 : 1,
    );
  });
});

it.each(['arango_query', 'arango_update', 'arango_replace', 'arango_remove'])(
  '%s: a commit answered 500 after it took effect is committed',
  async (tool) => {
    const query = 'FOR p IN products REMOVE p IN products';
    server.load(
      begin({ write: ['products'] }, '1'),
      explained(query, { products: 'write' }, { modifies: true }),
      begin({ read: [], write: ['products'] }, '1'),
      cursor(query, []),
    );
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      server.fail(`${method} /_api/document`, json(202, { _id: 'products/1', _key: '1', _rev: '_a' }));
    }
    server.fail('PUT /_api/transaction/1', refusal(500, 4, 'internal error'));
    server.fail('GET /_api/transaction/1', state('committed'));
    const args = tool === 'arango_query' ? { query } : { collection: 'products', documents: [{ _key: '1' }] };
    const { document } = await session.call(tool, args);
    expect(document.transaction).toBe('committed');
    expect(server.log).not.toContain('DELETE /_api/transaction/1');
  },
);
