import type { CatalogFeatures } from './catalog-features.js';

const SYSTEM_CLASSES = `(SELECT class_name FROM db_class WHERE is_system_class = 'YES')`;

/** Queries with nothing to adapt, as tried in catalog, §3. */
export const FIXED_QUERIES = {
  session: `SELECT CURRENT_USER AS login_user, DATABASE() AS db_name, VERSION() AS engine_version, (SELECT lang FROM db_root) AS db_lang, (SELECT charset FROM db_root) AS db_charset_id`,
  catalogColumns: `SELECT class_name, attr_name, def_order FROM db_attribute WHERE class_name IN ('db_class','db_attribute','db_attr_setdomain_elm','db_index','db_index_key','db_serial','db_partition','db_direct_super_class','db_vclass','db_trig','db_auth','db_synonym','db_server','db_user')`,
  systemClasses: `SELECT class_name, class_type FROM db_class WHERE is_system_class = 'YES'`,
  userGroups: `SELECT u.name AS user_name, t.g.name AS group_name FROM db_user u, TABLE(u.groups) AS t(g)`,
} as const;

/** Readable by dba and members of group DBA only; −494 for everybody else (catalog, §2). */
export const DBA_QUERIES = {
  domains: `SELECT c.owner.name AS owner_name, c.class_name, a.attr_type, a.attr_name, d.enumeration, d.json_schema FROM _db_class c, _db_attribute a, _db_domain d WHERE a.class_of = c AND d.object_of = a AND a.data_type IN (35, 40)`,
  classFlags: `SELECT c.owner.name AS owner_name, c.class_name, c.class_type, c.is_system_class AS flags FROM _db_class c WHERE MOD(c.is_system_class, 2) = 0`,
  triggers: `SELECT t.owner.name AS owner_name, t.name, t.status, t.priority, t.event, t.condition_type, t.[condition], t.condition_time, t.action_type, t.action_definition, t.action_time, t.target_attribute, t.target_class_attribute, t.comment FROM db_trigger t`,
} as const;

interface ViewQuery {
  readonly view: string;
  readonly columns: readonly string[];
  /** Condition that leaves out the system's own rows. */
  readonly filter?: string;
  /** Columns that name the object a row belongs to. */
  readonly owner: string;
  readonly name: string;
}

/**
 * One SELECT per catalog view. `key_count` of `db_index` is never read: that column made the view take 37 to 68 s
 * on 5,000 tables, against 0.13 s without it (catalog, §1).
 */
const VIEW_QUERIES = {
  classes: {
    view: 'db_class',
    columns:
      'owner_name, class_name, class_type, is_system_class, tde_algorithm, partitioned, is_reuse_oid_class, [collation], comment'.split(
        ', ',
      ),
    filter: `is_system_class <> 'YES'`,
    owner: 'owner_name',
    name: 'class_name',
  },
  attributes: {
    view: 'db_attribute',
    columns:
      'owner_name, class_name, attr_type, def_order, attr_name, data_type, prec, scale, charset, [collation], domain_owner_name, domain_class_name, from_owner_name, from_class_name, from_attr_name, default_value, is_nullable, comment'.split(
        ', ',
      ),
    filter: `class_name NOT IN ${SYSTEM_CLASSES}`,
    owner: 'owner_name',
    name: 'class_name',
  },
  setDomains: {
    view: 'db_attr_setdomain_elm',
    columns:
      'owner_name, class_name, attr_type, attr_name, data_type, prec, scale, code_set, domain_owner_name, domain_class_name'.split(
        ', ',
      ),
    owner: 'owner_name',
    name: 'class_name',
  },
  indexes: {
    view: 'db_index',
    columns:
      'owner_name, class_name, index_name, is_unique, is_reverse, is_primary_key, is_foreign_key, have_function, filter_expression, status, comment'.split(
        ', ',
      ),
    filter: `class_name NOT IN ${SYSTEM_CLASSES}`,
    owner: 'owner_name',
    name: 'class_name',
  },
  indexKeys: {
    view: 'db_index_key',
    columns:
      'owner_name, class_name, index_name, key_order, key_attr_name, asc_desc, key_prefix_length, func'.split(
        ', ',
      ),
    filter: `class_name NOT IN ${SYSTEM_CLASSES}`,
    owner: 'owner_name',
    name: 'class_name',
  },
  serials: {
    view: 'db_serial',
    columns:
      'owner.name AS owner_name, name, class_name, att_name, current_val, increment_val, min_val, max_val, cyclic, started, cached_num, comment'.split(
        ', ',
      ),
    owner: 'owner.name',
    name: 'class_name',
  },
  partitions: {
    view: 'db_partition',
    columns:
      'owner_name, class_name, partition_name, partition_class_name, partition_type, partition_expr, partition_values, comment'.split(
        ', ',
      ),
    owner: 'owner_name',
    name: 'class_name',
  },
  superClasses: {
    view: 'db_direct_super_class',
    columns: 'owner_name, class_name, super_owner_name, super_class_name'.split(', '),
    owner: 'owner_name',
    name: 'class_name',
  },
  views: {
    view: 'db_vclass',
    columns: 'owner_name, vclass_name, vclass_def, comment'.split(', '),
    filter: `vclass_name NOT IN ${SYSTEM_CLASSES}`,
    owner: 'owner_name',
    name: 'vclass_name',
  },
  triggers: {
    view: 'db_trig',
    columns:
      'owner_name, trigger_name, target_owner_name, target_class_name, target_attr_name, target_attr_type, action_type, action_time, comment'.split(
        ', ',
      ),
    owner: 'target_owner_name',
    name: 'target_class_name',
  },
  grants: {
    view: 'db_auth',
    columns: 'owner_name, class_name, grantor_name, grantee_name, auth_type, is_grantable'.split(', '),
    filter: `class_name NOT IN ${SYSTEM_CLASSES}`,
    owner: 'owner_name',
    name: 'class_name',
  },
  synonyms: {
    view: 'db_synonym',
    columns:
      'synonym_owner_name, synonym_name, is_public_synonym, target_owner_name, target_name, comment'.split(
        ', ',
      ),
    owner: 'synonym_owner_name',
    name: 'synonym_name',
  },
  servers: {
    view: 'db_server',
    columns: 'owner, link_name, host, port, db_name, user_name, properties, comment'.split(', '),
    owner: 'owner',
    name: 'link_name',
  },
} satisfies Record<string, ViewQuery>;

export type ViewQueryName = keyof typeof VIEW_QUERIES;

/**
 * The query for one catalog view, with the columns this server's catalog has; the reader fills in what is missing.
 * @param one read the rows of one object only: the owner (where the view has one) and the name are bind parameters
 * @returns undefined when the catalog has no such view
 */
export function viewQuery(
  features: CatalogFeatures,
  name: ViewQueryName,
  one?: { readonly owner: string; readonly name: string },
): { readonly sql: string; readonly params: readonly string[] } | undefined {
  const query: ViewQuery = VIEW_QUERIES[name];
  if (!features.has(query.view)) return undefined;
  const extra = name === 'classes' ? features.extraClassColumns.map((column) => `[${column}]`) : [];
  const columns = query.columns.filter((column) => features.has(query.view, baseColumn(column)));
  const select = `SELECT ${[...columns, ...extra].join(', ')} FROM ${query.view}`;
  if (one === undefined) {
    return { sql: query.filter === undefined ? select : `${select} WHERE ${query.filter}`, params: [] };
  }
  return features.has(query.view, baseColumn(query.owner))
    ? { sql: `${select} WHERE ${query.owner} = ? AND ${query.name} = ?`, params: [one.owner, one.name] }
    : { sql: `${select} WHERE ${query.name} = ?`, params: [one.name] };
}

/** Which tables have a foreign key; the view does not say where it points (catalog, §5). */
export function foreignKeyTablesQuery(features: CatalogFeatures): string {
  const owner = features.has('db_index', 'owner_name') ? 'owner_name, ' : '';
  return `SELECT ${owner}class_name, index_name FROM db_index WHERE is_foreign_key = 'YES'`;
}

/** `owner.name AS owner_name` reads the column `owner`, `[collation]` the column `collation`. */
function baseColumn(expression: string): string {
  return expression
    .replace(/ AS .*$/, '')
    .replace(/\..*$/, '')
    .replace(/[[\]]/g, '');
}
