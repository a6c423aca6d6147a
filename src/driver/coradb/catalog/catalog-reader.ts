import { linkIncomingKeys } from '../../model/incoming-keys.js';
import type { IncomingKey } from '../../model/key-model.js';
import { objectKey, type SchemaModel, type SchemaObject } from '../../model/schema-model.js';
import { reduceDetail, searchObjects } from '../../model/select-objects.js';
import { UnknownObjectError } from '../../model/unknown-object-error.js';
import { CatalogFeatures } from './catalog-features.js';
import type { CatalogRequest } from '../../dialect.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';
import { CoradbCatalog } from './read-catalog.js';
import { CoradbObjects, needsShow } from './objects.js';
import { coradbSerials, coradbServers, coradbSynonyms } from './others.js';
import { FIXED_QUERIES, foreignKeyTablesQuery } from './queries.js';
import { readDbaRows, readLogin, readOneViews, readWholeViews, type CatalogLogin } from './rows.js';
import { graphSystemClasses, readGraphRoles, type GraphRole } from './graph-kinds.js';
import { resolveObject } from './object-resolver.js';
import { brokenView, showTables, statisticsRows } from './show-reader.js';
import type { ShownTable } from './show-create-table.js';

/** Tables with foreign keys up to which one object's incoming keys are read, at a statement each. */
const INCOMING_TABLES = 20;
const CHARSETS: ReadonlyMap<number, string> = new Map([
  [3, 'iso88591'],
  [4, 'euckr'],
  [5, 'utf8'],
]);

/** What every read starts with. */
interface Opening {
  readonly features: CatalogFeatures;
  readonly roles: ReadonlyMap<string, GraphRole>;
  readonly login: CatalogLogin;
  readonly about: Pick<
    SchemaModel,
    'database' | 'user' | 'engine' | 'engineVersion' | 'charset' | 'collation' | 'readAt'
  >;
}

/**
 * Reads the catalog of a CoraDB (CUBRID) server: at most 20 statements for a whole database, plus one per table
 * with a foreign key, or at detail `full` another fact that only `SHOW CREATE TABLE` holds.
 */
export async function readCoradbSchema(
  session: CatalogSession,
  request: CatalogRequest,
): Promise<SchemaModel> {
  const opening = await open(session);
  return request.object === undefined
    ? readWhole(session, opening, request)
    : readOne(session, opening, request, request.object);
}

async function open(session: CatalogSession): Promise<Opening> {
  const [row] = await session.query(FIXED_QUERIES.session);
  const features = new CatalogFeatures(await session.query(FIXED_QUERIES.catalogColumns));
  const graphClasses = graphSystemClasses(await session.query(FIXED_QUERIES.systemClasses));
  const login = await readLogin(session, row?.text('login_user') ?? '');
  const charset = CHARSETS.get(row?.integer('db_charset_id') ?? -1);
  return {
    features,
    roles: await readGraphRoles(session, graphClasses),
    login,
    about: {
      database: row?.text('db_name') ?? '',
      user: login.user,
      engine: 'CoraDB',
      engineVersion: row?.text('engine_version') ?? '',
      ...(charset === undefined ? {} : { charset, collation: `${charset}_bin` }),
      readAt: new Date().toISOString(),
    },
  };
}

async function readWhole(
  session: CatalogSession,
  opening: Opening,
  request: CatalogRequest,
): Promise<SchemaModel> {
  const { features, login, roles } = opening;
  const { search } = request;
  // A search also looks at column names and comments, so it reads the columns whatever is printed of them.
  const detail = search !== undefined && request.detail === 'names' ? 'summary' : request.detail;
  const rows = await readWholeViews(session, features, detail);
  const catalog = new CoradbCatalog(rows, await readDbaRows(session, login, rows));
  const builder = new CoradbObjects(catalog, features, roles);
  const all = builder.all();
  const found = search === undefined ? all : searchObjects(all, search);
  const isFull = detail === 'full';
  const { shown, notes } = await showTables(
    session,
    found.filter((object) => (isFull ? needsShow(object, login.isDba) : hasUnreadKeys([object]))),
  );
  const complete = notes.length === 0;
  const objects = withShown(builder, rows.classes, found, shown);
  const isAlone = search !== undefined;
  const model: SchemaModel = {
    ...opening.about,
    detail,
    complete,
    notes,
    foreignKeys: keysRead(detail, objects),
    objects: !isFull ? objects : isAlone ? objects.map(unread) : linkIncomingKeys(objects),
    serials: isAlone ? [] : coradbSerials(rows.serials, (owner) => sees(login, owner)),
    synonyms: isAlone ? [] : coradbSynonyms(rows.synonyms, new Set(all.map(objectKey))),
    servers: isAlone ? [] : coradbServers(rows.servers),
  };
  return reduceDetail(model, request.detail);
}

async function readOne(
  session: CatalogSession,
  opening: Opening,
  request: CatalogRequest,
  wanted: string,
): Promise<SchemaModel> {
  const { features, login, roles } = opening;
  const { detail } = request;
  const resolved = await resolveObject(session, features, login.user, wanted);
  const rows = await readOneViews(session, features, resolved, detail);
  const catalog = new CoradbCatalog(
    rows,
    detail === 'names' ? undefined : await readDbaRows(session, login, rows),
  );
  const builder = new CoradbObjects(catalog, features, roles);
  const [classRow] = rows.classes;
  if (!classRow) throw new UnknownObjectError(wanted, []);
  const isTable = !resolved.isSystemClass && classRow.text('class_type') !== 'VCLASS';
  const isShown = isTable && detail === 'full';
  const hasKeys = isTable && detail === 'summary' && hasUnreadKeys([builder.build(classRow, new Map())]);
  const { shown, notes } = await showTables(session, isShown || hasKeys ? [resolved] : []);
  const isView = detail === 'full' && !resolved.isSystemClass && !isTable;
  const broken = isView ? await brokenView(session, resolved) : undefined;
  const objects = [{ ...builder.build(classRow, shown), ...(broken === undefined ? {} : { broken }) }];
  const described = isShown
    ? await Promise.all(objects.map((object) => withKeysAndRows(session, features, object)))
    : objects;
  const model: SchemaModel = {
    ...opening.about,
    detail,
    complete: notes.length === 0,
    notes: [...(resolved.note === undefined ? [] : [resolved.note]), ...notes],
    foreignKeys: keysRead(detail, objects),
    objects: described,
    serials: [],
    synonyms: [],
    servers: [],
  };
  return reduceDetail(model, detail);
}

/** Objects again, with what SHOW told about them or about a table they inherit from. */
function withShown(
  builder: CoradbObjects,
  classes: readonly CatalogRow[],
  objects: readonly SchemaObject[],
  shown: ReadonlyMap<string, ShownTable>,
): readonly SchemaObject[] {
  if (shown.size === 0) return objects;
  const rows = new Map(
    classes.map((row) => [objectKey({ owner: row.text('owner_name'), name: row.text('class_name') }), row]),
  );
  return objects.map((object) => {
    const row = rows.get(objectKey(object));
    const isTold = shown.has(objectKey(object)) || object.under.some((parent) => shown.has(parent));
    return row && isTold ? builder.build(row, shown) : object;
  });
}

/** Incoming keys (when few tables have foreign keys at all) and the row estimate of one table. */
async function withKeysAndRows(
  session: CatalogSession,
  features: CatalogFeatures,
  object: SchemaObject,
): Promise<SchemaObject> {
  const rows = await session.query(foreignKeyTablesQuery(features));
  const children = new Map(
    rows.map((row) => {
      const child = { owner: row.text('owner_name'), name: row.text('class_name') };
      return [objectKey(child), child] as const;
    }),
  );
  const count = await statisticsRows(session, object);
  const rowEstimate =
    count === undefined ? {} : { rowEstimate: { rows: count, source: 'UPDATE STATISTICS' } };
  if (children.size > INCOMING_TABLES) return { ...unread(object), ...rowEstimate };
  const { shown, notes } = await showTables(session, [...children.values()]);
  if (notes.length > 0) return { ...unread(object), ...rowEstimate };
  return { ...object, referencedBy: incomingKeys(object, children, shown), ...rowEstimate };
}

function incomingKeys(
  object: SchemaObject,
  children: ReadonlyMap<string, { readonly owner: string; readonly name: string }>,
  shown: ReadonlyMap<string, ShownTable>,
): readonly IncomingKey[] {
  return [...children].flatMap(([key, child]) =>
    (shown.get(key)?.foreignKeys ?? [])
      .filter(({ references }) => references.owner === object.owner && references.table === object.name)
      .map(({ name, columns, references, onDelete, onUpdate }) => ({
        owner: child.owner,
        table: child.name,
        name,
        columns,
        references: references.columns,
        ...(onDelete === undefined ? {} : { onDelete }),
        ...(onUpdate === undefined ? {} : { onUpdate }),
      })),
  );
}

function unread(object: SchemaObject): SchemaObject {
  return { ...object, referencedBy: 'unread' };
}

function keysRead(
  detail: SchemaModel['detail'],
  objects: readonly SchemaObject[],
): SchemaModel['foreignKeys'] {
  if (detail === 'names') return 'not read';
  return hasUnreadKeys(objects) ? 'partial' : 'complete';
}

function hasUnreadKeys(objects: readonly SchemaObject[]): boolean {
  return objects.some((object) =>
    object.foreignKeys.some((key) => key.references === null && !key.inherited),
  );
}

function sees(login: CatalogLogin, owner: string): boolean {
  return login.isDba || login.user === owner || login.groups.includes(owner);
}
