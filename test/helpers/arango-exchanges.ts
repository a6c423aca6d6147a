import { readFileSync } from 'node:fs';

/** One request and what the server answers to it. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    /** With its query string, below the database. */
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** Where the exchange comes from: a recording as it is, one that was changed, or the documentation alone. */
  readonly source: `recorded ${string}` | `derived from ${string}` | `documented: ${string}`;
}

interface Recording {
  readonly name: string;
  readonly exchanges: readonly Pick<Exchange, 'request' | 'response'>[];
}

const RECORDINGS = JSON.parse(
  readFileSync(new URL('../fixtures/arangodb/exchanges-3.12.json', import.meta.url), 'utf8'),
) as readonly Recording[];

function find(name: string, index: number): Pick<Exchange, 'request' | 'response'> {
  const exchange = RECORDINGS.find((recording) => recording.name === name)?.exchanges[index];
  if (!exchange) throw new Error(`no recording ${name}[${index}]`);
  return exchange;
}

/** An exchange exactly as a 3.12 server had it. */
export function recorded(name: string, index = 0): Exchange {
  return { ...find(name, index), source: `recorded ${name}` };
}

/** What was recorded: each recording with the number of its exchanges. */
export function recordedNames(): readonly { readonly name: string; readonly exchanges: number }[] {
  return RECORDINGS.map(({ name, exchanges }) => ({ name, exchanges: exchanges.length }));
}

/** Every error reply of the recordings, by the recording's name. */
export function recordedErrors(): readonly {
  readonly name: string;
  readonly response: Exchange['response'];
}[] {
  return RECORDINGS.flatMap(({ name, exchanges }) =>
    exchanges.filter(({ response }) => response.status >= 400).map(({ response }) => ({ name, response })),
  );
}

export interface Changes {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  /** Merged into the recorded reply; a list replaces it. */
  readonly reply?: object;
}

/** A recording whose request or reply was changed; the rest is as the server had it. */
export function derived(name: string, changes: Changes, index = 0): Exchange {
  const { request, response } = find(name, index);
  const { path, headers, body, status, reply } = changes;
  const isList = Array.isArray(reply) || Array.isArray(response.body);
  return {
    request: {
      ...request,
      ...(path !== undefined && { path }),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    },
    response: {
      ...response,
      ...(status !== undefined && { status }),
      ...(reply && { body: isList ? reply : { ...(response.body as object), ...reply } }),
    },
    source: `derived from ${name}`,
  };
}

/** An exchange that no recording has. @param source the page of ArangoDB's documentation that describes it */
export function documented(
  source: string,
  method: string,
  path: string,
  body: unknown,
  status = 200,
): Exchange {
  return {
    request: { method, path },
    response: { status, headers: { 'content-type': 'application/json' }, body },
    source: `documented: ${source}`,
  };
}

/** The names that are looked up where the engine does not know one. */
export function lookedUpNames(...views: readonly string[]): readonly Exchange[] {
  const result = views.map((name, index) => ({ id: String(index), name, type: 'arangosearch' }));
  return [
    recorded('RestCollectionGetAllCollections'),
    documented('HTTP API, Views, "List all Views"', 'GET', '/_api/view', { error: false, code: 200, result }),
  ];
}

/** Seconds a call has when neither it nor a test's settings say. */
const SECONDS = 120;

/** Begin of a stream transaction. */
export function begin(collections: object, id = '74719', seconds = SECONDS): Exchange {
  const body = { collections, allowImplicit: true, lockTimeout: seconds };
  return derived('RestTransactionBeginSingle', { body, reply: { result: { id, status: 'running' } } });
}

export function abort(id = '74719'): Exchange {
  const path = `/_api/transaction/${id}`;
  return derived('RestTransactionBeginCommit', { path, reply: { result: { id, status: 'aborted' } } });
}

export function commit(id = '74719'): Exchange {
  const path = `/_api/transaction/${id}`;
  return derived('RestTransactionBeginAbort', { path, reply: { result: { id, status: 'committed' } } });
}

/** The plan of a query over some collections; `types` are `read` or `write`. */
export function explained(
  query: string,
  types: Readonly<Record<string, string>>,
  { bindVars, modifies = false }: { readonly bindVars?: object; readonly modifies?: boolean } = {},
): Exchange {
  const { plan } = find('RestExplainValid', 0).response.body as { readonly plan: object };
  const collections = Object.entries(types).map(([name, type]) => ({ name, type }));
  return derived('RestExplainValid', {
    body: { query, ...(bindVars && { bindVars }) },
    reply: { plan: { ...plan, collections, isModificationQuery: modifies } },
  });
}

export interface CursorChanges {
  readonly bindVars?: object;
  readonly limit?: number;
  readonly stream?: boolean;
  readonly seconds?: number;
  readonly memoryLimit?: number;
  /** Rows in one reply, when they are fewer than usual. */
  readonly batchRows?: number;
  /** Merged into the reply, such as `hasMore` and `id`. */
  readonly reply?: object;
}

/** Rows of a query, as the server sends them in its first reply. */
export function cursor(query: string, rows: readonly unknown[], changes: CursorChanges = {}): Exchange {
  const {
    bindVars,
    limit = 200,
    stream = false,
    seconds = SECONDS,
    memoryLimit,
    batchRows = 1_000,
    reply,
  } = changes;
  return derived('RestCursorModifyArray', {
    body: {
      query,
      ...(bindVars && { bindVars }),
      batchSize: Math.min(limit + 1, batchRows),
      ...(memoryLimit !== undefined && { memoryLimit }),
      options: { maxRuntime: seconds, ...(stream && { stream: true }) },
    },
    reply: { result: rows, ...reply },
  });
}

/** An exchange with another answer: one of the recorded errors. */
export function answering(exchange: Exchange, name: string): Exchange {
  return { ...exchange, response: find(name, 0).response, source: `derived from ${name}` };
}

/** The documents of a collection for an export, as texts. */
export function exportedRows(
  collection: string,
  texts: readonly string[],
  { limit = 100_000, reply }: { readonly limit?: number; readonly reply?: object } = {},
): Exchange {
  return cursor('FOR document IN @@collection LIMIT @rows RETURN JSON_STRINGIFY(document)', texts, {
    bindVars: { '@collection': collection, rows: limit + 1 },
    limit,
    stream: true,
    batchRows: 200,
    ...(reply && { reply }),
  });
}

/** What a single server tells about itself; what has no recording is in the words of the manual's pages. */
export function statusPages(): readonly Exchange[] {
  const page = (title: string, path: string, body: object): Exchange =>
    documented(`HTTP API, ${title}`, 'GET', path, body);
  return [
    recorded('RestVersion'),
    page('Administration, "Get the storage engine type"', '/_api/engine', { name: 'rocksdb', supports: {} }),
    page('Administration, "Get the server role"', '/_admin/server/role', {
      error: false,
      code: 200,
      role: 'SINGLE',
    }),
    page('Monitoring, "Check whether a server is available"', '/_admin/server/availability', {
      error: false,
      code: 200,
      mode: 'default',
    }),
    page('Administration, "Get information about the current license"', '/_admin/license', {
      features: { expires: 1683085440 },
      license: 'V0h/W...wEDw==',
      hash: '982db5...44f3',
      version: 1,
      status: 'good',
      upgrading: false,
      diskUsage: { bytesUsed: 127408, bytesLimit: 107374182400, limitReached: false },
    }),
    recorded('RestDatabaseGetInfo'),
  ];
}
