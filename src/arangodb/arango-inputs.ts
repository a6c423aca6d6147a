/** Where a call works, and how long it may take. */
export interface ArangoTarget {
  /** Default: `database` of the settings. */
  readonly database?: string;
  /** Limit of the call in seconds, at most `maxTimeoutMs` of the settings. Default: `callTimeoutMs`. */
  readonly maxRuntime?: number;
}

/**
 * The arguments of each tool, as an MCP client gives them. `limit` counts rows (documents of an export), `memoryLimit`
 * bytes; `integers` names the paths whose text is sent as a whole number beyond 2^53; `dryRun` rolls back in the end.
 */
export interface ArangoInputs {
  readonly arango_list_databases: { readonly maxRuntime?: number };
  readonly arango_list_collections: ArangoTarget & {
    readonly includeSystem?: boolean;
    readonly counts?: boolean;
  };
  readonly arango_describe_collection: ArangoTarget & {
    readonly collection: string;
    readonly memoryLimit?: number;
    readonly sampleSize?: number;
  };
  readonly arango_sample: ArangoTarget & {
    readonly collection: string;
    readonly random?: boolean;
    readonly limit?: number;
    readonly memoryLimit?: number;
  };
  readonly arango_list_graphs: ArangoTarget;
  readonly arango_list_views: ArangoTarget & { readonly analyzers?: boolean };
  readonly arango_validate_query: ArangoTarget & { readonly query: string; readonly ast?: boolean };
  readonly arango_explain_query: ArangoTarget & {
    readonly query: string;
    readonly allPlans?: boolean;
    readonly bindVars?: Readonly<Record<string, unknown>>;
    readonly integers?: readonly string[];
  };
  readonly arango_read_query: ArangoTarget & {
    readonly query: string;
    readonly limit?: number;
    readonly memoryLimit?: number;
    readonly bindVars?: Readonly<Record<string, unknown>>;
    readonly integers?: readonly string[];
  };
  readonly arango_profile_query: ArangoTarget & {
    readonly query: string;
    readonly memoryLimit?: number;
    readonly bindVars?: Readonly<Record<string, unknown>>;
    readonly integers?: readonly string[];
  };
  readonly arango_query: ArangoTarget & {
    readonly query: string;
    readonly limit?: number;
    readonly memoryLimit?: number;
    readonly dryRun?: boolean;
    readonly bindVars?: Readonly<Record<string, unknown>>;
    readonly integers?: readonly string[];
  };
  readonly arango_traverse: ArangoTarget & {
    readonly start: string;
    readonly limit?: number;
    readonly memoryLimit?: number;
    readonly minDepth?: number;
    readonly maxDepth?: number;
    readonly order?: 'dfs' | 'bfs' | 'weighted';
    readonly uniqueVertices?: 'path' | 'none' | 'global';
    readonly weightAttribute?: string;
    readonly withPath?: boolean;
    readonly graph?: string;
    readonly edgeCollections?: readonly string[];
    readonly vertexCollections?: readonly string[];
    readonly direction?: 'any' | 'outbound' | 'inbound';
  };
  readonly arango_shortest_path: ArangoTarget & {
    readonly from: string;
    readonly to: string;
    readonly paths?: number;
    readonly weightAttribute?: string;
    readonly defaultWeight?: number;
    readonly memoryLimit?: number;
    readonly graph?: string;
    readonly edgeCollections?: readonly string[];
    readonly vertexCollections?: readonly string[];
    readonly direction?: 'any' | 'outbound' | 'inbound';
  };
  readonly arango_search: ArangoTarget & {
    readonly view: string;
    readonly text: string;
    readonly fields: readonly string[];
    readonly limit?: number;
    readonly memoryLimit?: number;
    readonly analyzer?: string;
    readonly match?: 'any' | 'all' | 'phrase' | 'prefix' | 'exact';
    readonly score?: 'bm25' | 'tfidf';
  };
  readonly arango_check_data: ArangoTarget & {
    readonly collection: string;
    readonly check: 'schema' | 'edges';
    readonly limit?: number;
    readonly memoryLimit?: number;
    readonly documents?: readonly Readonly<Record<string, unknown>>[];
    readonly rule?: Readonly<Record<string, unknown>>;
  };
  readonly arango_status: ArangoTarget & { readonly figures?: boolean };
  readonly arango_queries: ArangoTarget & {
    readonly action: 'running' | 'slow' | 'kill';
    readonly id?: string;
  };
  readonly arango_insert: ArangoTarget & {
    readonly documents: readonly Readonly<Record<string, unknown>>[];
    readonly collection: string;
    readonly dryRun?: boolean;
    readonly integers?: readonly string[];
    readonly overwriteMode?: 'conflict' | 'ignore' | 'replace' | 'update';
    readonly returnOld?: boolean;
    readonly returnNew?: boolean;
  };
  readonly arango_update: ArangoTarget & {
    readonly documents: readonly {
      readonly _key: string;
      readonly _rev?: string;
      readonly [name: string]: unknown;
    }[];
    readonly collection: string;
    readonly keepNull?: boolean;
    readonly mergeObjects?: boolean;
    readonly dryRun?: boolean;
    readonly integers?: readonly string[];
    readonly checkRevision?: boolean;
    readonly returnOld?: boolean;
    readonly returnNew?: boolean;
  };
  readonly arango_replace: ArangoTarget & {
    readonly documents: readonly {
      readonly _key: string;
      readonly _rev?: string;
      readonly [name: string]: unknown;
    }[];
    readonly collection: string;
    readonly dryRun?: boolean;
    readonly integers?: readonly string[];
    readonly checkRevision?: boolean;
    readonly returnOld?: boolean;
    readonly returnNew?: boolean;
  };
  readonly arango_remove: ArangoTarget & {
    readonly documents: readonly { readonly _key: string; readonly _rev?: string }[];
    readonly collection: string;
    readonly dryRun?: boolean;
    readonly checkRevision?: boolean;
    readonly returnOld?: boolean;
  };
  readonly arango_create_collection: ArangoTarget & {
    readonly collection: string;
    readonly type?: 'document' | 'edge';
    readonly waitForSync?: boolean;
    readonly keyOptions?: {
      readonly type?: 'traditional' | 'autoincrement' | 'uuid' | 'padded';
      readonly allowUserKeys?: boolean;
      readonly increment?: number;
      readonly offset?: number;
    };
    readonly schema?: {
      readonly rule: Readonly<Record<string, unknown>>;
      readonly level?: 'none' | 'new' | 'moderate' | 'strict';
      readonly message?: string;
    };
    readonly numberOfShards?: number;
    readonly replicationFactor?: number | 'satellite';
  };
  readonly arango_create_index: ArangoTarget & {
    readonly type: 'persistent' | 'ttl' | 'geo' | 'fulltext' | 'inverted' | 'mdi' | 'mdi-prefixed';
    readonly fields: readonly unknown[];
    readonly collection: string;
    readonly name?: string;
    readonly unique?: boolean;
    readonly sparse?: boolean;
    readonly inBackground?: boolean;
    readonly storedValues?: readonly string[];
    readonly expireAfter?: number;
    readonly geoJson?: boolean;
    readonly minLength?: number;
    readonly analyzer?: string;
    readonly fieldValueTypes?: 'double';
    readonly prefixFields?: readonly string[];
  };
  readonly arango_drop_index: ArangoTarget & {
    readonly index: string;
    readonly collection: string;
    readonly confirm?: boolean;
  };
  readonly arango_drop_collection: ArangoTarget & { readonly collection: string; readonly confirm?: boolean };
  readonly arango_graph: ArangoTarget & {
    readonly action:
      | 'create'
      | 'drop'
      | 'add_edges'
      | 'replace_edges'
      | 'remove_edges'
      | 'add_vertices'
      | 'remove_vertices'
      | 'insert_vertex'
      | 'insert_edge'
      | 'remove_vertex'
      | 'remove_edge';
    readonly graph: string;
    readonly dryRun?: boolean;
    readonly collection?: string;
    readonly from?: readonly string[];
    readonly to?: readonly string[];
    readonly edgeDefinitions?: readonly {
      readonly collection: string;
      readonly from: readonly string[];
      readonly to: readonly string[];
    }[];
    readonly orphanCollections?: readonly string[];
    readonly dropCollections?: boolean;
    readonly document?: Readonly<Record<string, unknown>>;
    readonly integers?: readonly string[];
    readonly key?: string;
    readonly confirm?: boolean;
  };
  readonly arango_view: ArangoTarget & {
    readonly action: 'replace' | 'update' | 'create' | 'drop';
    readonly view: string;
    readonly type?: 'arangosearch' | 'search-alias';
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly confirm?: boolean;
  };
  readonly arango_export: ArangoTarget & {
    readonly folder: string;
    readonly collections?: readonly string[];
    readonly format?: 'jsonl' | 'json';
    readonly limit?: number;
    readonly memoryLimit?: number;
  };
  readonly arango_restore: ArangoTarget & {
    readonly folder: string;
    readonly collections?: readonly string[];
    readonly dryRun?: boolean;
  };
}

export type ArangoToolName = keyof ArangoInputs;
