import { describe, expect, it } from 'vitest';
import { begin, cursor, explained, recorded, type Exchange } from '../helpers/arango-exchanges.js';
import { answer, FAULTS, type Fault } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';

const state = (status: string): Fault =>
  answer(200, { code: 200, error: false, result: { id: '1', status } });
const refusal = (code: number, errorNum: number, errorMessage: string): Fault =>
  answer(code, { code, error: true, errorNum, errorMessage });

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
  { name: 'JSON of another kind', fault: answer(200, { hello: 'world' }) },
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

const QUERY = 'FOR p IN products REMOVE p IN products';
const KEYED = { collection: 'products', documents: [{ _key: '1' }] };
const begun = (collection: string): Exchange => begin({ write: [collection] }, '1');
const graph = (action: string, args: object, collection: string, exchange: Exchange) =>
  ['arango_graph', { action, graph: 'social', collection, ...args }, [begun(collection), exchange]] as const;

/** Every tool that writes in a transaction, with what it does before the commit. */
const WRITES: readonly (readonly [string, Record<string, unknown>, readonly Exchange[]])[] = [
  [
    'arango_insert',
    { collection: 'products', documents: [{ Hello: 'World' }] },
    [begun('products'), recorded('RestDocumentHandlerPostCreate1')],
  ],
  ['arango_update', KEYED, [begun('products')]],
  ['arango_replace', KEYED, [begun('products')]],
  ['arango_remove', KEYED, [begun('products')]],
  [
    'arango_query',
    { query: QUERY },
    [
      explained(QUERY, { products: 'write' }, { modifies: true }),
      begin({ read: [], write: ['products'] }, '1'),
      cursor(QUERY, []),
    ],
  ],
  graph('insert_vertex', { document: { name: 'Francis' } }, 'male', recorded('HttpGharialAddVertex')),
  graph('remove_edge', { key: '73533' }, 'relation', recorded('HttpGharialDeleteEdge')),
];

/** One of each kind that says nothing; all of them are tried with `arango_insert`. */
const KINDS: ReadonlySet<string> = new Set(['reset', 'HTTP 500 of the engine', 'no such transaction']);

/** The rows of the table; what is asked behind an answer that says how it ended does not matter. */
function rows(of: (answers: readonly Answer[]) => readonly Answer[]) {
  return of(COMMITS).flatMap((commit) =>
    (commit.says ? of(STATUSES).slice(0, 1) : of(STATUSES)).flatMap((status) =>
      ((commit.says ?? status.says) ? of(ABORTS).slice(0, 1) : of(ABORTS)).map((abort) => ({
        commit,
        status,
        abort,
      })),
    ),
  );
}
const FEWER = rows((answers) => answers.filter((each) => !SILENT.includes(each) || KINDS.has(each.name)));

const arango = arangoSetup();

/** Runs a call whose transaction is answered so. @returns the document, and whether it is an error */
async function run([tool, args, exchanges]: (typeof WRITES)[number], ends: Readonly<Record<string, Fault>>) {
  const { server, session } = arango;
  server.load(exchanges);
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    const written = answer(202, { _id: 'products/1', _key: '1', _rev: '_a' });
    server.fail(`${method} /_api/document`, written);
  }
  for (const [method, fault] of Object.entries(ends)) server.fail(`${method} /_api/transaction/1`, fault);
  return session.call(tool, args);
}

const [INSERT = ['', {}, []]] = WRITES;

describe('commit, status and abort answered in every combination', () => {
  it.each(WRITES)('%s %j', async (...write) => {
    for (const { commit, status, abort } of write[0] === 'arango_insert' ? rows((all) => all) : FEWER) {
      const { document, isError } = await run(write, {
        PUT: commit.fault,
        GET: status.fault,
        DELETE: abort.fault,
      });
      // The first answer that says how it ended decides: of the commit, of the question, of the abort.
      const expected = commit.says ?? status.says ?? abort.says ?? 'unknown';
      const row = `commit ${commit.name}, status ${status.name}, abort ${abort.name}`;
      expect(document.transaction, row).toBe(expected);
      expect(isError, row).toBe(expected !== 'committed');
      // What was changed is told only where it was.
      expect(Object.hasOwn(document, 'affectedRows'), row).toBe(expected === 'committed');
      if (expected !== 'unknown') continue;
      expect(document.error.message, row).toMatch(/^The commit was sent, but /);
      expect(document.error.hint, row).toMatch(/whether the changes are there/);
      // A transaction that may still be open is named, unless the server does not know it.
      if (status.name === 'running')
        expect(document.notes.at(-1), row).toMatch(/^Transaction 1 could not be aborted/);
    }
  });

  it('asks nothing more when the commit says that it is done', async () => {
    await run(INSERT, { PUT: state('committed') });
    expect(arango.server.log.slice(2)).toEqual(['PUT /_api/transaction/1']);
  });
});

describe('work that fails', () => {
  it.each(ABORTS)('abort: $name', async ({ name, fault, says }) => {
    const [tool, args] = INSERT;
    const failing = [begun('products'), recorded('RestDocumentHandlerPostUnknownCollection1')];
    const { document } = await run([tool, args, failing], { DELETE: fault });
    // Nobody committed it: whatever the abort is answered, nothing is saved.
    expect(document).toMatchObject({ transaction: 'rolled back', error: { code: 1203 } });
    const notes = (document.notes ?? []) as readonly string[];
    const settled = says === 'rolled back' || name === 'no such transaction';
    expect(notes.filter((note) => note.includes('Transaction 1 could not be aborted'))).toHaveLength(
      settled ? 0 : 1,
    );
  });
});
