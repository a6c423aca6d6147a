import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  answer,
  ArangoReplayServer,
  FAULTS,
  type Fault,
  type SeenRequest,
} from '../helpers/arango-replay-server.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const run = promisify(execFile);
const SMOKE = join(import.meta.dirname, '..', '..', 'dist', 'smoke', 'arango.js');
const DOCUMENT = { _id: 'products/1', _key: '1', _rev: '_a', name: 'Lamp' };
const EDGE = { _id: 'knows/1', _key: '1', _rev: '_b', _from: 'persons/alice', _to: 'persons/bob' };

/** A server with one document collection and one edge collection, by the manual's shapes of 3.12. */
function answerOf({ method, path, body }: SeenRequest): object | undefined {
  const query = String((body as { query?: string } | undefined)?.query ?? '');
  const at = `${method} ${path.split('?')[0]}`;
  if (at === 'GET /_api/collection') {
    const collection = (name: string, type: number) => ({ name, type, isSystem: false, id: name, status: 3 });
    return { result: [collection('products', 2), collection('knows', 3)] };
  }
  if (/^GET \/_api\/collection\/\w+\/properties$/.test(at))
    return { name: 'products', type: 2, isSystem: false };
  if (/^GET \/_api\/collection\/\w+\/count$/.test(at)) return { count: 1 };
  if (at === 'GET /_api/index') return { indexes: [{ id: 'products/0', type: 'primary', fields: ['_key'] }] };
  if (at === 'GET /_api/database/user') return { result: ['_system'] };
  if (at === 'GET /_api/database/current') return { result: { name: '_system', isSystem: true } };
  if (at === 'GET /_api/gharial') return { graphs: [] };
  if (at === 'GET /_api/version') return { server: 'arango', license: 'community', version: '3.12.4' };
  if (at === 'GET /_api/engine') return { name: 'rocksdb' };
  if (at === 'GET /_admin/license') return { license: 'none', version: 1, upgrading: false };
  if (at === 'GET /_admin/server/role') return { role: 'SINGLE' };
  if (at === 'GET /_admin/server/availability') return { mode: 'default' };
  if (at === 'POST /_api/query') return { bindVars: [], collections: [], ast: [], parsed: true };
  if (at === 'POST /_api/explain') {
    return {
      plan: {
        isModificationQuery: false,
        nodes: [],
        rules: [],
        collections: [],
        variables: [],
        estimatedCost: 1,
      },
      warnings: [],
      stats: {},
    };
  }
  if (at === 'POST /_api/cursor') {
    if (query.includes('JSON_STRINGIFY')) return cursor([JSON.stringify(EDGE)]);
    const rows = query.includes('OUTBOUND')
      ? [{ vertex: { _id: 'persons/bob' }, edge: EDGE, depth: 1 }]
      : [JSON.stringify(body).includes('knows') ? EDGE : DOCUMENT];
    return cursor(rows);
  }
  if (at.startsWith('POST /_api/transaction/begin')) return { result: { id: '7', status: 'running' } };
  if (at.startsWith('DELETE /_api/transaction/')) return { result: { id: '7', status: 'aborted' } };
  if (at.startsWith('PUT /_api/transaction/')) return { result: { id: '7', status: 'committed' } };
  return undefined;
}

const cursor = (result: readonly unknown[]): object => ({
  result,
  hasMore: false,
  extra: { warnings: [], stats: {} },
  error: false,
  code: 201,
});

let server: ArangoReplayServer;
const unanswered: string[] = [];

beforeAll(async () => {
  server = await ArangoReplayServer.start();
});
afterAll(() => server.close());
beforeEach(() => {
  unanswered.length = 0;
  server.load([]);
  answerWith(answerOf);
});

function answerWith(answerFor: (request: SeenRequest) => object | undefined): void {
  server.fail('', (request, response) => {
    const given = answerFor(request);
    if (given === undefined) unanswered.push(`${request.method} ${request.path}`);
    const unknown = { error: true, code: 404, errorNum: 404, errorMessage: 'unknown path' };
    answer(given === undefined ? 404 : 200, given ?? unknown)(request, response);
  });
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const smoke = (...args: string[]): Promise<Ended> => smokeFrom(SMOKE, ...args);

function smokeFrom(script: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ARANGO_PASSWORD: 'never-shown' };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

it('inspects, explains, reads, traverses and exports, and changes nothing', async () => {
  const { code, stdout, stderr } = await smoke('--url', server.url);
  expect(unanswered).toEqual([]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const steps = stdout.split('\n').flatMap((line) => /^→ (\w+)/.exec(line)?.[1] ?? []);
  expect(steps).toEqual([
    'arango_status',
    'arango_list_databases',
    'arango_list_collections',
    'arango_list_graphs',
    'arango_describe_collection',
    'arango_explain_query',
    'arango_read_query',
    'arango_sample',
    'arango_traverse',
    'arango_export',
  ]);
  expect(stdout).toContain('Every step was answered.');
  expect(stdout).not.toContain('never-shown');
  expect(stdout).not.toContain('arango_insert');
});

it('is in the package, and runs from it', async () => {
  const folder = await scratchFolder();
  const project = join(import.meta.dirname, '..', '..');
  // The build is there already; npm would make it anew under the other tests.
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout: name } = await run('npm', pack, { cwd: project, shell: process.platform === 'win32' });
  await run('tar', ['-xzf', name.trim()], { cwd: folder });
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const packed = join(folder, 'package');
  const { bin } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const script = join(packed, bin['coradb-mcp-smoke-arango'] ?? '');
  const { code, stdout, stderr } = await smokeFrom(script, '--url', server.url);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Every step was answered.');
  expect(unanswered).toEqual([]);
  await removeFolder(folder);
});

it('fails where a step fails, and drops its own database after --write all the same', async () => {
  const own: string[] = [];
  answerWith((request) => {
    const at = `${request.method} ${request.path}`;
    if (!/^(?:POST|DELETE) \/_api\/database/.test(at)) return answerOf(request);
    own.push(at.replace(/smoke_[0-9a-f]{8}$/, 'smoke_…'));
    return { result: true };
  });
  const { code, stdout } = await smoke('--url', server.url, '--write');
  expect(code).toBe(1);
  expect(stdout).toContain('→ arango_insert');
  expect(stdout).toMatch(/\d steps failed\.\n$/);
  expect(own).toEqual(['POST /_api/database', 'DELETE /_api/database/coradb_mcp_smoke_…']);
});

const reset: Fault = FAULTS.reset;
const refused = (status: number, errorNum: number): Fault =>
  answer(status, { error: true, code: status, errorNum, errorMessage: 'said no' });

it.each([
  ['a lost answer, then dropped', reset, answer(200, { result: true }), /^dropped database (NAME)$/m],
  ['HTTP 500, then not there', refused(500, 4), refused(404, 1228), /^there is no database (NAME)$/m],
  ['a lost answer, and another', reset, reset, /^Database "(NAME)" may still be there; drop it yourself\. /m],
  [
    'a lost answer, and a no',
    reset,
    refused(403, 11),
    /^Database "(NAME)" may still be there.* 403 .*said no/m,
  ],
  ['a clear no', refused(403, 11), undefined, /^POST database: 403 .*said no/m],
])('tells what became of its own database: %s', async (_title, made, dropped, said) => {
  const asked: { at: string; name: string }[] = [];
  server.load();
  server.fail('POST /_api/database', (request, response) => {
    asked.push({ at: 'POST', name: (request.body as { name: string }).name });
    made(request, response);
  });
  server.fail('DELETE /_api/database', (request, response) => {
    asked.push({ at: 'DELETE', name: request.path.split('/').at(-1) ?? '' });
    dropped?.(request, response);
  });
  // The first that fits is taken.
  answerWith(answerOf);
  const { code, stdout, stderr } = await smoke('--url', server.url, '--write');
  expect(code).toBe(1);
  const own = asked[0]?.name ?? '';
  expect(asked).toEqual([{ at: 'POST', name: own }, ...(dropped ? [{ at: 'DELETE', name: own }] : [])]);
  expect(own).toMatch(/^coradb_mcp_smoke_[0-9a-f]{8}$/);
  expect(stdout + stderr).toMatch(new RegExp(said.source.replace('NAME', own), 'm'));
  expect(stdout + stderr).not.toContain('never-shown');
});

it.each([
  [[], '--url is missing.'],
  [['--password', 'x'], "Unknown option '--password'"],
])('ends with 2 for %j', async (args, said) => {
  const { code, stderr } = await smoke(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});

it('says in one line that nobody answers', async () => {
  const { code, stdout } = await smoke('--url', 'http://127.0.0.1:9');
  expect(code).toBe(1);
  expect(stdout).toContain('steps failed.');
});
