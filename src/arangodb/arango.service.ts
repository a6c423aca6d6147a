import { Injectable } from '@nestjs/common';
import type { ArangoInputs } from './arango-inputs.js';
import type { ArangoCallOptions, ArangoChange, ArangoResult, ArangoRows } from './arango-results.js';
import { ProgramCalls } from './program-calls.service.js';

/**
 * ArangoDB for the code of an application that embeds the module: one method a tool, with the tool's arguments, checks,
 * limits, transaction and reply. What `writeMode`, `tools` and `backupRoot` of the settings leave out is refused here
 * too. `confirm` asks persons at MCP clients; a call of a program is not asked about.
 *
 * Each gives a document; a call that failed or was stopped is one with `error`. Each throws an InputError for arguments
 * that do not fit and a GuardError for what the settings do not allow; nothing was sent then.
 *
 * @example
 * const { error, rows } = await arango.readQuery({ query: 'FOR p IN persons RETURN p.name', database: 'shop' });
 * if (error) throw new Error(error.message);
 */
@Injectable()
export class ArangoService {
  /** @internal Injected, never made by a host. */
  constructor(private readonly programs: ProgramCalls) {}

  /** `arango_list_databases`. `databases` that the user may read and the settings allow. */
  listDatabases(
    input: ArangoInputs['arango_list_databases'] = {},
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_list_databases', input, options);
  }

  /** `arango_list_collections`. `collections`: name, type, system or not; with `counts` how many documents. */
  listCollections(
    input: ArangoInputs['arango_list_collections'] = {},
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_list_collections', input, options);
  }

  /** `arango_describe_collection`. Properties, indexes and count of a collection, and the attribute paths that a sample shows. */
  describeCollection(
    input: ArangoInputs['arango_describe_collection'],
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_describe_collection', input, options);
  }

  /** `arango_sample`. The first documents of a collection, or some at random. */
  sample(input: ArangoInputs['arango_sample'], options?: ArangoCallOptions): Promise<ArangoRows> {
    return this.programs.call('arango_sample', input, options);
  }

  /** `arango_list_graphs`. `graphs` with their edge definitions. */
  listGraphs(
    input: ArangoInputs['arango_list_graphs'] = {},
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_list_graphs', input, options);
  }

  /** `arango_list_views`. `views` with what they index. */
  listViews(
    input: ArangoInputs['arango_list_views'] = {},
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_list_views', input, options);
  }

  /** `arango_validate_query`. Parses AQL: `valid`, or the `problem`. */
  validateQuery(
    input: ArangoInputs['arango_validate_query'],
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_validate_query', input, options);
  }

  /** `arango_explain_query`. The plan of AQL; nothing runs. */
  explainQuery(
    input: ArangoInputs['arango_explain_query'],
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_explain_query', input, options);
  }

  /** `arango_read_query`. Runs AQL that only reads; what modifies is refused. */
  readQuery(input: ArangoInputs['arango_read_query'], options?: ArangoCallOptions): Promise<ArangoRows> {
    return this.programs.call('arango_read_query', input, options);
  }

  /** `arango_profile_query`. Runs AQL that only reads and measures each step. */
  profileQuery(
    input: ArangoInputs['arango_profile_query'],
    options?: ArangoCallOptions,
  ): Promise<ArangoResult> {
    return this.programs.call('arango_profile_query', input, options);
  }

  /** `arango_query`. Runs any AQL in one transaction. */
  query(
    input: ArangoInputs['arango_query'],
    options?: ArangoCallOptions,
  ): Promise<ArangoRows & ArangoChange> {
    return this.programs.call('arango_query', input, options);
  }

  /** `arango_traverse`. Walks a graph from a start vertex; a row holds vertex, edge and depth. */
  traverse(input: ArangoInputs['arango_traverse'], options?: ArangoCallOptions): Promise<ArangoRows> {
    return this.programs.call('arango_traverse', input, options);
  }

  /** `arango_shortest_path`. The shortest path between two vertices, or the k shortest ones; a row is a path. */
  shortestPath(
    input: ArangoInputs['arango_shortest_path'],
    options?: ArangoCallOptions,
  ): Promise<ArangoRows> {
    return this.programs.call('arango_shortest_path', input, options);
  }

  /** `arango_search`. Searches an ArangoSearch view; a row holds score and document. */
  search(input: ArangoInputs['arango_search'], options?: ArangoCallOptions): Promise<ArangoRows> {
    return this.programs.call('arango_search', input, options);
  }

  /** `arango_check_data`. Documents that break a schema, or edges whose ends are missing. */
  checkData(input: ArangoInputs['arango_check_data'], options?: ArangoCallOptions): Promise<ArangoRows> {
    return this.programs.call('arango_check_data', input, options);
  }

  /** `arango_status`. Version, edition, license, engine, role and readiness of the server. */
  status(input: ArangoInputs['arango_status'] = {}, options?: ArangoCallOptions): Promise<ArangoResult> {
    return this.programs.call('arango_status', input, options);
  }

  /** `arango_queries`. Running or slow `queries` of a database; kills one by its id. */
  queries(input: ArangoInputs['arango_queries'], options?: ArangoCallOptions): Promise<ArangoResult> {
    return this.programs.call('arango_queries', input, options);
  }

  /** `arango_insert`. Inserts documents, all of them or none. */
  insert(input: ArangoInputs['arango_insert'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_insert', input, options);
  }

  /** `arango_update`. Changes the given attributes of documents (by `_key`), all of them or none. */
  update(input: ArangoInputs['arango_update'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_update', input, options);
  }

  /** `arango_replace`. Replaces whole documents (by `_key`), all of them or none. */
  replace(input: ArangoInputs['arango_replace'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_replace', input, options);
  }

  /** `arango_remove`. Removes documents (by `_key`), all of them or none. */
  remove(input: ArangoInputs['arango_remove'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_remove', input, options);
  }

  /** `arango_create_collection`. Creates a collection for documents or edges. Cannot be undone. */
  createCollection(
    input: ArangoInputs['arango_create_collection'],
    options?: ArangoCallOptions,
  ): Promise<ArangoChange> {
    return this.programs.call('arango_create_collection', input, options);
  }

  /** `arango_create_index`. Creates an index. Cannot be undone. */
  createIndex(
    input: ArangoInputs['arango_create_index'],
    options?: ArangoCallOptions,
  ): Promise<ArangoChange> {
    return this.programs.call('arango_create_index', input, options);
  }

  /** `arango_drop_index`. Removes an index; needs `confirm: true`. */
  dropIndex(input: ArangoInputs['arango_drop_index'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_drop_index', input, options);
  }

  /** `arango_drop_collection`. Removes a collection with all its documents, for good; needs `confirm: true`. */
  dropCollection(
    input: ArangoInputs['arango_drop_collection'],
    options?: ArangoCallOptions,
  ): Promise<ArangoChange> {
    return this.programs.call('arango_drop_collection', input, options);
  }

  /** `arango_graph`. Changes a named graph, or one vertex or edge with the checks of the graph. */
  graph(input: ArangoInputs['arango_graph'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_graph', input, options);
  }

  /** `arango_view`. Creates, changes or drops a view. */
  view(input: ArangoInputs['arango_view'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_view', input, options);
  }

  /** `arango_export`. Writes documents into files beneath `backupRoot`. */
  export(input: ArangoInputs['arango_export'], options?: ArangoCallOptions): Promise<ArangoResult> {
    return this.programs.call('arango_export', input, options);
  }

  /** `arango_restore`. Loads the files of an export into missing or empty collections. */
  restore(input: ArangoInputs['arango_restore'], options?: ArangoCallOptions): Promise<ArangoChange> {
    return this.programs.call('arango_restore', input, options);
  }
}
