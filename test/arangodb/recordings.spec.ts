import { describe, expect, it } from 'vitest';
import { recordedNames, recorded, type Exchange } from '../helpers/arango-exchanges.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import type { Reply } from '../suites/arango-case.js';
import { RECORDED_CALLS } from '../suites/arango-recorded-calls.js';
import { NOT_SENT } from '../suites/arango-unsent-requests.js';

const arango = arangoSetup();

/** What must stand in a tool's reply of what the server replied with success. */
const SHOWN: Readonly<Record<string, (document: Reply, body: Reply, exchange: Exchange) => void>> = {
  arango_graph: (document, body) => {
    const { error: _error, code: _code, graph, ...rest } = body;
    if (graph === undefined) return expect(document).toMatchObject({ transaction: 'committed', ...rest });
    const { name, edgeDefinitions, orphanCollections } = graph;
    expect(document.graph).toEqual({ name, edgeDefinitions, orphanCollections });
  },
  arango_list_graphs: ({ graphs }, body) => {
    const names = body.graphs.map(({ name }: Reply) => name);
    expect(graphs.map(({ name }: Reply) => name)).toEqual(names);
    expect(body.graphs[0]).toMatchObject(graphs[0]);
  },
  arango_list_views: ({ views, analyzers }, { result, ...body }) => {
    if (result) return expect(analyzers).toEqual(result);
    const { name: _name, ...properties } = views[0];
    expect(Object.keys(properties).sort()).toEqual(body.links ? ['links', 'type'] : ['indexes', 'type']);
    expect(body).toMatchObject(properties);
  },
  arango_create_collection: ({ created, changed }, { id, name, type }) => {
    expect(created).toEqual({ id, name, type: type === 3 ? 'edge' : 'document' });
    expect(changed).toEqual([name]);
  },
  arango_drop_collection: ({ dropped }) => expect(dropped).toBe('products1'),
  arango_list_collections: ({ collections }, { result }) => {
    const names = result.map(({ name }: Reply) => name);
    expect(collections.map(({ name }: Reply) => name)).toEqual(names.sort());
  },
  arango_describe_collection: ({ count, properties, indexes }, body) => {
    if (body.indexes) return expect(indexes).toEqual(body.indexes);
    if (body.count !== undefined) return expect(count).toBe(body.count);
    const { error: _error, code: _code, ...all } = body;
    expect(properties).toEqual({ ...all, type: 'document' });
  },
  arango_status: (document, body) => {
    if (body.figures) {
      const shown = { name: body.name, type: 'document', count: body.count, ...body.figures };
      return expect(document.figures).toEqual([shown]);
    }
    if (body.result) return expect(document.databaseInfo).toEqual(body.result);
    expect(document).toMatchObject({ version: body.version, license: body.license });
  },
  arango_list_databases: ({ databases }, { result }) => expect(databases).toEqual(result),
  arango_read_query: ({ rows, hasMore, limit, statistics, warnings }, body, { request }) => {
    const before = /cursor\/\d/.test(request.path) ? [1, 2] : [];
    const all = [...before, ...body.result];
    expect(rows).toEqual(all.slice(0, limit));
    expect(hasMore).toBe(body.hasMore || all.length > limit);
    expect({ statistics, warnings }).toEqual({ statistics: body.extra.stats, warnings: body.extra.warnings });
  },
  arango_query: (document, body) => {
    expect(document).toMatchObject({
      transaction: 'committed',
      rows: body.result,
      statistics: body.extra.stats,
      affectedRows: body.extra.stats.writesExecuted,
    });
  },
  arango_profile_query: ({ phases, steps, statistics }, { extra }) => {
    const { nodes, ...stats } = extra.stats;
    expect({ phases, statistics }).toEqual({ phases: extra.profile, statistics: stats });
    for (const { id, calls, items, runtime } of nodes) {
      const step = steps.find((each: Reply) => each.id === id);
      expect(step).toMatchObject({ calls, items, seconds: runtime });
    }
  },
  arango_insert: written,
  arango_update: written,
  arango_replace: written,
  arango_remove: written,
  arango_explain_query: (document, body) => {
    const plans = body.plans ?? [body.plan];
    const shown = body.plans ? document.plans : [document];
    expect(document).toMatchObject({ modifies: false, warnings: body.warnings });
    for (const [at, { nodes, rules, estimatedCost }] of plans.entries()) {
      expect(shown[at]).toMatchObject({ rules, estimatedCost });
      const steps = nodes.map(({ id, type }: Reply) => ({ id, type }));
      expect(shown[at].steps.map(({ id, type }: Reply) => ({ id, type }))).toEqual(steps);
    }
  },
  arango_create_index: ({ index }, { error: _error, code: _code, ...created }) =>
    expect(index).toEqual(created),
  arango_validate_query: (document, { collections, bindVars, ast }) =>
    expect(document).toMatchObject({ valid: true, collections, bindVars, ast }),
  arango_view: ({ view, dropped }, body) => {
    if (body.result === true) return expect(dropped).toBe('productsView');
    expect(view).toEqual(body);
  },
};

function written(document: Reply, body: Reply, { request }: Exchange): void {
  if (!request.path.startsWith('/_api/transaction')) {
    const results = Array.isArray(body) ? body : [body];
    return expect(document).toMatchObject({ transaction: 'committed', documents: results });
  }
  // A transaction that still ran after its commit was aborted.
  const rolledBack = request.method === 'DELETE' || request.method === 'GET';
  expect(document.transaction).toBe(rolledBack ? 'rolled back' : 'committed');
}

/** The steps of a transaction, however its collections are declared. */
function answerTransactions(): void {
  const steps = {
    'POST /_api/transaction/begin': recorded('RestTransactionBeginSingle'),
    'PUT /_api/transaction/': recorded('RestTransactionBeginAbort'),
    'DELETE /_api/transaction/': recorded('RestTransactionBeginCommit'),
    'DELETE /_api/cursor/': recorded('RestCollectionDeleteCollectionName'),
  };
  for (const [start, { response }] of Object.entries(steps)) {
    arango.server.fail(
      start,
      (_request, answer) => void answer.writeHead(response.status).end(JSON.stringify(response.body)),
    );
  }
}

describe('every recorded request that a tool can send', () => {
  it.each(RECORDED_CALLS)('$name [$index]: $tool', async ({ tool, args, exchange, around }) => {
    const { request, response } = exchange;
    arango.server.load(exchange, around);
    if (!request.path.startsWith('/_api/transaction')) answerTransactions();
    const { document, isError, text } = await arango.session.call(tool, args);
    expect(arango.server.unexpected).toEqual([]);
    expect(arango.server.log).toContain(`${request.method} ${request.path}`);
    const body = response.body as Reply;
    const errors = (Array.isArray(body) ? body : [body]).filter(({ error }) => error === true);
    if (errors.length === 0) {
      // A commit that failed before it is told, whatever the question behind it brings.
      expect(isError, text).toBe(request.path === '/_api/transaction/74736');
      const shown = SHOWN[tool];
      expect(shown).toBeDefined();
      return shown?.(document, body, exchange);
    }
    const [{ errorNum, errorMessage }] = errors;
    const error = document.error ?? document.problem;
    expect(error).toMatchObject({ layer: 'engine', code: errorNum });
    expect(error.message.endsWith(`ArangoDB error ${errorNum}: ${errorMessage}`)).toBe(true);
  });

  it('and every other one is listed with the reason', () => {
    const sent = RECORDED_CALLS.map(({ name, index }) => `${name}[${index}]`);
    const listed = NOT_SENT.flatMap(([, names]) => names);
    const entries = recordedNames().map(({ name, exchanges }) => {
      const all = Array.from({ length: exchanges }, (_, index) => `${name}[${index}]`);
      return { name, all, whole: listed.includes(name) };
    });
    const missing = entries.flatMap(({ all, whole }) =>
      whole ? [] : all.filter((each) => !sent.includes(each) && !listed.includes(each)),
    );
    expect(missing).toEqual([]);
    // Nothing is listed that is sent, or that there is not.
    const known = new Set(entries.flatMap(({ name, all }) => [name, ...all]));
    expect(listed.filter((each) => !known.has(each))).toEqual([]);
    expect(entries.filter(({ all, whole }) => whole && all.some((each) => sent.includes(each)))).toEqual([]);
    expect(listed.filter((each) => sent.includes(each))).toEqual([]);
    expect(new Set(sent).size).toBe(sent.length);
  });
});
