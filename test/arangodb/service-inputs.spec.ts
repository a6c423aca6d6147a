import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type {
  CreateCollectionInput,
  CreateIndexInput,
  DropCollectionInput,
  DropIndexInput,
} from '../../src/arangodb/tools/definition-inputs.js';
import type { ArangoInputs, ArangoToolName } from '../../src/index.js';
import type { CheckDataInput } from '../../src/arangodb/tools/check-data.tool.js';
import type { ValidateQueryInput, ExplainQueryInput } from '../../src/arangodb/tools/check-query.tool.js';
import type {
  ListCollectionsInput,
  DescribeCollectionInput,
  SampleInput,
} from '../../src/arangodb/tools/collections.tool.js';
import type {
  InsertInput,
  UpdateInput,
  ReplaceInput,
  RemoveInput,
} from '../../src/arangodb/tools/document-inputs.js';
import type { ExportInput } from '../../src/arangodb/tools/export.tool.js';
import type { TraverseInput, ShortestPathInput } from '../../src/arangodb/tools/graph-query.tool.js';
import type { GraphInput } from '../../src/arangodb/tools/graph.tool.js';
import type { ListGraphsInput, ListViewsInput } from '../../src/arangodb/tools/graphs-and-views.tool.js';
import type { ListDatabasesInput } from '../../src/arangodb/tools/list-databases.tool.js';
import type { QueryInput } from '../../src/arangodb/tools/query.tool.js';
import type { ReadQueryInput, ProfileQueryInput } from '../../src/arangodb/tools/read-query.tool.js';
import type { RestoreInput } from '../../src/arangodb/tools/restore.tool.js';
import type { SearchInput } from '../../src/arangodb/tools/search.tool.js';
import type { StatusInput, QueriesInput } from '../../src/arangodb/tools/server.tool.js';
import type { ViewInput } from '../../src/arangodb/tools/view.tool.js';

interface Schemas {
  arango_list_databases: typeof ListDatabasesInput;
  arango_list_collections: typeof ListCollectionsInput;
  arango_describe_collection: typeof DescribeCollectionInput;
  arango_sample: typeof SampleInput;
  arango_list_graphs: typeof ListGraphsInput;
  arango_list_views: typeof ListViewsInput;
  arango_validate_query: typeof ValidateQueryInput;
  arango_explain_query: typeof ExplainQueryInput;
  arango_read_query: typeof ReadQueryInput;
  arango_profile_query: typeof ProfileQueryInput;
  arango_query: typeof QueryInput;
  arango_traverse: typeof TraverseInput;
  arango_shortest_path: typeof ShortestPathInput;
  arango_search: typeof SearchInput;
  arango_check_data: typeof CheckDataInput;
  arango_status: typeof StatusInput;
  arango_queries: typeof QueriesInput;
  arango_insert: typeof InsertInput;
  arango_update: typeof UpdateInput;
  arango_replace: typeof ReplaceInput;
  arango_remove: typeof RemoveInput;
  arango_create_collection: typeof CreateCollectionInput;
  arango_create_index: typeof CreateIndexInput;
  arango_drop_index: typeof DropIndexInput;
  arango_drop_collection: typeof DropCollectionInput;
  arango_graph: typeof GraphInput;
  arango_view: typeof ViewInput;
  arango_export: typeof ExportInput;
  arango_restore: typeof RestoreInput;
}

/** What a value may be given as: nothing of it is changed. */
type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T;

/** Names of tools whose public input has other properties than their schema, or other values. */
type Wrong = {
  [Tool in ArangoToolName]: [ArangoInputs[Tool], keyof z.input<Schemas[Tool]>] extends [
    Given<z.input<Schemas[Tool]>>,
    keyof ArangoInputs[Tool],
  ]
    ? never
    : Tool;
}[ArangoToolName];

it('programs give the tools what their schemas take', () => {
  expectTypeOf<Wrong>().toBeNever();
  expectTypeOf<keyof Schemas>().toEqualTypeOf<ArangoToolName>();
});
