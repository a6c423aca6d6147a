#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { McpProcess } from './mcp-process.js';
import { shortened } from '../text/cut-text.js';

const HELP = `Drives the server over stdio against an ArangoDB server: inspect, explain, read, traverse and export.

  --url URL         of the coordinator, such as http://127.0.0.1:8529 (or ARANGO_URL)
  --database NAME   database to read; _system by default
  --user NAME       root by default; the password is taken from ARANGO_PASSWORD
  --write           also insert and drop, in a database of its own that is removed afterwards
  --help            this text

Without --write nothing is changed. Ends with 0 when every step was answered, 1 when one failed, 2 for wrong options.
`;
/** Most of a reply that is printed, in characters. */
const SHOWN_CHARS = 300;
const CREATE_TIMEOUT_MS = 30_000;
const NOT_FOUND = 404;

interface Options {
  readonly url: string;
  readonly database: string;
  readonly user: string;
  readonly write: boolean;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** One server with its steps; counts those that failed. */
class Run {
  failed = 0;

  constructor(private readonly server: McpProcess) {}

  /** @returns the document; undefined when the step failed */
  async step(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    print(`→ ${tool} ${JSON.stringify(args)}`);
    const { isError, document } = await this.server.call(tool, args);
    const text = JSON.stringify(document);
    print(`  ${shortened(text, SHOWN_CHARS)}`);
    if (!isError) return document;
    this.failed += 1;
    return undefined;
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'number') return options;
  const exports = await mkdtemp(join(tmpdir(), 'arango-smoke-'));
  try {
    let failed = await withServer(options, { ARANGO_WRITE_MODE: 'off', ARANGO_BACKUP_ROOT: exports }, read);
    if (options.write) failed += await inOwnDatabase(options, (own) => withServer(own, {}, write));
    print(failed === 0 ? 'Every step was answered.' : `${failed} steps failed.`);
    return failed === 0 ? 0 : 1;
  } finally {
    await rm(exports, { recursive: true, force: true });
  }
}

function readOptions(): Options | number {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string', default: process.env.ARANGO_URL },
        database: { type: 'string', default: '_system' },
        user: { type: 'string', default: 'root' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const { url, database, user, write, help } = values;
    if (help) {
      print(HELP);
      return 0;
    }
    if (url !== undefined) return { url, database, user, write };
    process.stderr.write(`--url is missing.\n\n${HELP}`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
  return 2;
}

async function withServer(
  { url, database, user }: Options,
  env: Readonly<Record<string, string>>,
  steps: (run: Run, server: McpProcess) => Promise<void>,
): Promise<number> {
  const password = process.env.ARANGO_PASSWORD;
  const server = await McpProcess.start({
    ARANGO_URL: url,
    ARANGO_DATABASE: database,
    ARANGO_USERNAME: user,
    // Nobody is there to be asked.
    ARANGO_CONFIRM: 'never',
    ...(password !== undefined && { ARANGO_PASSWORD: password }),
    ...env,
  });
  const run = new Run(server);
  try {
    await steps(run, server);
  } finally {
    await server.close();
  }
  return run.failed;
}

async function read(run: Run, server: McpProcess): Promise<void> {
  const tools = await server.tools();
  print(`${tools.length} tools: ${tools.join(', ')}`);
  await run.step('arango_status', {});
  await run.step('arango_list_databases', {});
  const listed = await run.step('arango_list_collections', {});
  const collections = (listed?.collections ?? []) as readonly {
    readonly name: string;
    readonly type: string;
  }[];
  await run.step('arango_list_graphs', {});
  const [first] = collections;
  if (first === undefined) print('  (no collection to look at, to explain, to traverse or to export)');
  else {
    const query = {
      query: 'FOR d IN @@collection LIMIT 3 RETURN d',
      bindVars: { '@collection': first.name },
    };
    await run.step('arango_describe_collection', { collection: first.name });
    await run.step('arango_explain_query', query);
    await run.step('arango_read_query', query);
    await traverse(run, collections.find(({ type }) => type === 'edge')?.name);
    await run.step('arango_export', { folder: 'smoke', collections: [first.name], limit: 10 });
  }
}

async function traverse(run: Run, edges: string | undefined): Promise<void> {
  const sample =
    edges === undefined ? undefined : await run.step('arango_sample', { collection: edges, limit: 1 });
  const [edge] = (sample?.rows ?? []) as readonly { readonly _from?: string }[];
  if (edge?._from === undefined) print('  (no edge to traverse along)');
  else await run.step('arango_traverse', { start: edge._from, edgeCollections: [edges], limit: 10 });
}

async function write(run: Run): Promise<void> {
  const collection = 'smoke';
  const documents = [{ _key: '1', name: 'Lamp' }];
  await run.step('arango_create_collection', { collection });
  await run.step('arango_insert', { collection, documents, dryRun: true });
  await run.step('arango_insert', { collection, documents });
  await run.step('arango_read_query', { query: 'FOR d IN smoke RETURN d.name' });
  await run.step('arango_drop_collection', { collection, confirm: true });
}

/** The tools make no databases, so this asks the server itself. */
async function inOwnDatabase(options: Options, work: (own: Options) => Promise<number>): Promise<number> {
  const database = `coradb_mcp_smoke_${randomUUID().slice(0, 8)}`;
  try {
    await ask(options, 'POST', '', { name: database });
  } catch (error) {
    // Without a clear answer it may be there all the same.
    if (!(error instanceof Refusal)) await dropOwn(options, database);
    throw error;
  }
  print(`made database ${database}`);
  try {
    return await work({ ...options, database });
  } finally {
    await dropOwn(options, database);
  }
}

/** @throws what names the database, so that a person can drop it */
async function dropOwn(options: Options, database: string): Promise<void> {
  try {
    await ask(options, 'DELETE', `/${database}`);
    print(`dropped database ${database}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === NOT_FOUND)
      return print(`there is no database ${database}`);
    throw new Error(`Database "${database}" may still be there; drop it yourself. ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The server said no, so that nothing was done. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask({ url, user }: Options, method: string, path: string, body?: object): Promise<void> {
  const login = Buffer.from(`${user}:${process.env.ARANGO_PASSWORD ?? ''}`).toString('base64');
  const response = await fetch(new URL(`/_db/_system/_api/database${path}`, url), {
    method,
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return void (await response.body?.cancel());
  const message = `${method} database: ${response.status} ${shortened(await response.text(), SHOWN_CHARS)}`;
  // A proxy that waited in vain (408) refused nothing.
  const refused = response.status < 500 && response.status !== 408;
  throw refused ? new Refusal(response.status, message) : new Error(message);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What fetch throws says why in its cause alone.
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
