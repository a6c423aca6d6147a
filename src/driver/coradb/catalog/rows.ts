import { EngineError } from '../../driver-errors.js';
import type { SchemaDetail } from '../../model/schema-model.js';
import type { CatalogFeatures } from './catalog-features.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';
import { NO_ROWS, type DbaRows, type ViewRows } from './read-catalog.js';
import { COLLECTION_TYPES } from './types.js';
import { DBA_QUERIES, FIXED_QUERIES, viewQuery, type ViewQueryName } from './queries.js';

const NAMES_VIEWS: readonly ViewQueryName[] = ['classes', 'partitions', 'serials', 'synonyms'];
const SUMMARY_VIEWS: readonly ViewQueryName[] = [
  ...NAMES_VIEWS,
  'attributes',
  'setDomains',
  'indexes',
  'indexKeys',
  'superClasses',
];
const FULL_VIEWS: readonly ViewQueryName[] = [...SUMMARY_VIEWS, 'views', 'triggers', 'grants', 'servers'];

/** The login as the engine names it, and what follows from its groups. */
export interface CatalogLogin {
  readonly user: string;
  readonly groups: readonly string[];
  /** The user DBA or a member of the group DBA: may read the tables behind the views. */
  readonly isDba: boolean;
}

/** One statement, and none for dba himself. */
export async function readLogin(session: CatalogSession, user: string): Promise<CatalogLogin> {
  if (user === 'DBA') return { user, groups: [], isDba: true };
  const rows = await session.query(FIXED_QUERIES.userGroups);
  const groups = rows.filter((row) => row.text('user_name') === user).map((row) => row.text('group_name'));
  return { user, groups, isDba: groups.includes('DBA') };
}

/** Rows of the whole database: one statement per view, whatever the number of tables. */
export async function readWholeViews(
  session: CatalogSession,
  features: CatalogFeatures,
  detail: SchemaDetail,
): Promise<ViewRows> {
  const names = { names: NAMES_VIEWS, summary: SUMMARY_VIEWS, full: FULL_VIEWS }[detail];
  const rows: Record<ViewQueryName, readonly CatalogRow[]> = { ...NO_ROWS };
  for (const name of names) {
    const query = viewQuery(features, name);
    if (query) rows[name] = await session.query(query.sql, query.params);
  }
  return rows;
}

/** Rows of one object; views that cannot hold anything about it are not asked. */
export async function readOneViews(
  session: CatalogSession,
  features: CatalogFeatures,
  object: { readonly owner: string; readonly name: string },
  detail: SchemaDetail,
): Promise<ViewRows> {
  const rows: Record<ViewQueryName, readonly CatalogRow[]> = { ...NO_ROWS };
  const read = async (...names: readonly ViewQueryName[]): Promise<void> => {
    for (const name of names) {
      const query = viewQuery(features, name, object);
      if (query) rows[name] = await session.query(query.sql, query.params);
    }
  };
  await read('classes');
  if (detail === 'names') return rows;
  await read('attributes', 'superClasses');
  const [classRow] = rows.classes;
  const isView = classRow?.text('class_type') === 'VCLASS';
  if (!isView) await read('indexes', 'indexKeys', 'serials');
  if (rows.attributes.some((row) => COLLECTION_TYPES.has(row.text('data_type')))) await read('setDomains');
  if (detail === 'summary') return rows;
  if (isView) await read('views');
  if (classRow?.text('partitioned') === 'YES') await read('partitions');
  await read('triggers', 'grants');
  return rows;
}

/** The dba queries whose rows would add something to these views; undefined when the login may not run them. */
export async function readDbaRows(
  session: CatalogSession,
  login: CatalogLogin,
  rows: ViewRows,
): Promise<DbaRows | undefined> {
  if (!login.isDba) return undefined;
  const needs = {
    domains: rows.attributes.some((row) => ['ENUM', 'JSON'].includes(row.text('data_type'))),
    classFlags: rows.views.length > 0,
    triggers: rows.triggers.length > 0,
  };
  const ask = (name: keyof DbaRows): Promise<readonly CatalogRow[]> =>
    needs[name] ? session.query(DBA_QUERIES[name]) : Promise.resolve([]);
  try {
    return {
      domains: await ask('domains'),
      classFlags: await ask('classFlags'),
      triggers: await ask('triggers'),
    };
  } catch (error) {
    // Before 11.3 only the user DBA himself, not a member of the group, may read these (catalog, §8).
    if (error instanceof EngineError && error.code === NOT_AUTHORIZED) return undefined;
    throw error;
  }
}

const NOT_AUTHORIZED = -494;
