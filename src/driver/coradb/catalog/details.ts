import type { Partitioning, SchemaGrant, SchemaTrigger } from '../../model/schema-model.js';
import { compareText } from '../../model/unknown-object-error.js';
import { isList, valueText, type CatalogRow } from '../../catalog/catalog-row.js';
import type { CoradbCatalog } from './read-catalog.js';

const TRIGGER_TIMES = ['', 'BEFORE', 'AFTER', 'DEFERRED'];
const TRIGGER_ACTIONS = ['', 'EXECUTE', 'REJECT', 'INVALIDATE TRANSACTION', 'PRINT'];
const TRIGGER_EVENTS: ReadonlyMap<number, string> = new Map([
  [0, 'UPDATE'],
  [1, 'STATEMENT UPDATE'],
  [2, 'DELETE'],
  [3, 'STATEMENT DELETE'],
  [4, 'INSERT'],
  [5, 'STATEMENT INSERT'],
  [8, 'COMMIT'],
  [9, 'ROLLBACK'],
]);
const INACTIVE = 1;

/** Triggers of one object; event, condition and action only where the login may read `db_trigger`. */
export function coradbTriggers(catalog: CoradbCatalog, key: string): readonly SchemaTrigger[] {
  return catalog
    .of('triggers', key)
    .map((row) => {
      const owner = row.filled('owner_name') ?? '';
      const name = row.text('trigger_name');
      const column = row.filled('target_attr_name');
      const comment = row.filled('comment');
      const secret = catalog.dba?.triggers.find(
        (candidate) =>
          candidate.text('name') === name && (owner === '' || candidate.text('owner_name') === owner),
      );
      return {
        owner,
        name,
        time: TRIGGER_TIMES[row.integer('action_time') ?? 0] ?? row.text('action_time'),
        ...(column === undefined ? {} : { column }),
        actionKind: TRIGGER_ACTIONS[row.integer('action_type') ?? 0] ?? row.text('action_type'),
        ...(comment === undefined ? {} : { comment }),
        ...(secret ? triggerSecrets(secret) : {}),
      };
    })
    .sort((a, b) => compareText(a.name, b.name));
}

function triggerSecrets(row: CatalogRow): Partial<SchemaTrigger> {
  const event = row.integer('event') ?? -1;
  const condition = row.filled('condition');
  const action = row.filled('action_definition');
  const priority = Number(row.text('priority'));
  return {
    event: TRIGGER_EVENTS.get(event) ?? String(event),
    active: row.integer('status') !== INACTIVE,
    priority: Number.isInteger(priority) ? priority.toFixed(1) : String(priority),
    ...(condition === undefined ? {} : { condition }),
    ...(action === undefined ? {} : { action }),
  };
}

/** How one table is cut into partitions. */
export function coradbPartitioning(catalog: CoradbCatalog, key: string): Partitioning | undefined {
  const rows = catalog.of('partitions', key);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    type: first.text('partition_type'),
    expression: first.text('partition_expr'),
    partitions: rows.map((row) => {
      const comment = row.filled('comment');
      return {
        name: row.text('partition_name'),
        table: row.text('partition_class_name'),
        values: partitionValues(row),
        ...(comment === undefined ? {} : { comment }),
      };
    }),
  };
}

function partitionValues(row: CatalogRow): readonly (string | number | boolean | null)[] {
  const values = row.value('partition_values');
  if (!isList(values)) return [];
  return values.map((value) => {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    return typeof value === 'bigint' && Number.isSafeInteger(Number(value))
      ? Number(value)
      : valueText(value);
  });
}

/** Rights given on one object; the owner's own rights have no row (catalog, §3). */
export function coradbGrants(catalog: CoradbCatalog, key: string): readonly SchemaGrant[] {
  const groups = new Map<string, { grant: Omit<SchemaGrant, 'privileges'>; privileges: string[] }>();
  for (const row of catalog.of('grants', key)) {
    const grant = {
      grantee: row.text('grantee_name'),
      grantor: row.text('grantor_name'),
      grantable: row.flag('is_grantable'),
    };
    const id = JSON.stringify(grant);
    const group = groups.get(id) ?? { grant, privileges: [] };
    group.privileges.push(row.text('auth_type'));
    groups.set(id, group);
  }
  return [...groups.values()]
    .map(({ grant, privileges }) => ({ ...grant, privileges: privileges.sort(compareText) }))
    .sort((a, b) => compareText(a.grantee, b.grantee));
}

/** CHECK OPTION of a view, from the class flags only dba sees (catalog, §3). */
export function coradbCheckOption(
  catalog: CoradbCatalog,
  key: string,
): 'NONE' | 'CASCADED' | 'LOCAL' | 'unknown' {
  const flags = catalog.dbaOf('classFlags', key)[0]?.integer('flags');
  if (flags === undefined) return 'unknown';
  if ((flags & 2) !== 0) return 'CASCADED';
  return (flags & 4) === 0 ? 'NONE' : 'LOCAL';
}
