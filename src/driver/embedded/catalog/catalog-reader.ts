import { linkIncomingKeys } from '../../model/incoming-keys.js';
import { parseObjectName } from '../../model/object-name.js';
import { objectKey, type SchemaModel, type SchemaObject } from '../../model/schema-model.js';
import { reduceDetail, searchObjects } from '../../model/select-objects.js';
import { compareText, UnknownObjectError } from '../../model/unknown-object-error.js';
import type { CatalogRequest } from '../../dialect.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';
import { markBrokenViews } from './broken-views.js';
import { describedObjects, freeSerials, namedObjects, type EmbeddedCatalog } from './objects.js';
import { EMBEDDED_QUERIES } from './queries.js';

/** Reads the catalog of the embedded engine: at most eight statements, and one for each view. */
export async function readEmbeddedSchema(
  session: CatalogSession,
  request: CatalogRequest,
): Promise<SchemaModel> {
  const [about] = await session.query(EMBEDDED_QUERIES.session);
  const namesOnly = request.detail === 'names' && request.search === undefined;
  const hasGraph = (about?.integer('graph_tables') ?? 0) > 0;
  const catalog: EmbeddedCatalog = {
    tables: await session.query(EMBEDDED_QUERIES.tables),
    views: await session.query(EMBEDDED_QUERIES.views),
    graphTables: hasGraph ? await session.query(EMBEDDED_QUERIES.graphTables) : [],
    sequences: await session.query(EMBEDDED_QUERIES.sequences),
    columns: await session.query(EMBEDDED_QUERIES.columns),
    constraints: namesOnly ? [] : await session.query(EMBEDDED_QUERIES.constraints),
    indexes: namesOnly ? [] : await session.query(EMBEDDED_QUERIES.indexes),
  };
  const all = namesOnly ? namedObjects(catalog) : linkIncomingKeys(describedObjects(catalog));
  const selected = select(all, request);
  const looked = namesOnly ? selected : await markBrokenViews(session, selected);
  const objects = [...looked].sort((a, b) => compareText(objectKey(a), objectKey(b)));
  const model: SchemaModel = {
    database: request.login?.database ?? about?.text('db_name') ?? '',
    user: (request.login?.user ?? 'DBA').toUpperCase(),
    engine: 'DuckDB',
    engineVersion: about?.text('engine_version') ?? '',
    readAt: new Date().toISOString(),
    detail: namesOnly ? 'names' : 'full',
    complete: true,
    notes: [],
    foreignKeys: namesOnly ? 'not read' : 'complete',
    objects,
    serials: request.object === undefined && request.search === undefined ? freeSerials(catalog) : [],
    synonyms: [],
    servers: [],
  };
  return reduceDetail(model, request.detail);
}

function select(all: readonly SchemaObject[], request: CatalogRequest): readonly SchemaObject[] {
  if (request.object !== undefined) return [findObject(all, request.object)];
  return request.search === undefined ? all : searchObjects(all, request.search);
}

function findObject(all: readonly SchemaObject[], wanted: string): SchemaObject {
  const { owner, name } = parseObjectName(wanted);
  const found = all.filter(
    (object) =>
      object.name.toLowerCase() === name.toLowerCase() &&
      (owner === undefined || matchesOwner(object.owner, owner)),
  );
  const [first] = found.filter((object) => object.owner === 'DBA').concat(found);
  if (first === undefined) throw new UnknownObjectError(wanted, all);
  return first;
}

/** `main` is what the engine itself calls the schema shown as DBA. */
function matchesOwner(owner: string, wanted: string): boolean {
  const folded = wanted.toUpperCase();
  return owner === folded || (owner === 'DBA' && folded === 'MAIN');
}
