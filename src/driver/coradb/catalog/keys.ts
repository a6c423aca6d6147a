import type { ForeignKey, KeyPart, SchemaKey } from '../../model/key-model.js';
import type { SchemaObject } from '../../model/schema-model.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CoradbCatalog } from './read-catalog.js';
import type { ShownTables } from './columns.js';

type Keys = Pick<SchemaObject, 'primaryKey' | 'uniqueKeys' | 'foreignKeys' | 'indexes'>;

/** All keys of one object, as `db_index` and `db_index_key` hold them; foreign keys point where SHOW said. */
export function coradbKeys(catalog: CoradbCatalog, key: string, shown: ShownTables): Keys {
  const parts = new Map<string, CatalogRow[]>();
  for (const row of catalog.of('indexKeys', key)) {
    const name = row.text('index_name');
    parts.set(name, [...(parts.get(name) ?? []), row]);
  }
  const inherited = new Set(
    catalog
      .of('attributes', key)
      .filter((row) => row.filled('from_class_name') !== undefined)
      .map((row) => row.text('attr_name')),
  );
  const rows = catalog.of('indexes', key);
  const toKey = (row: CatalogRow): SchemaKey =>
    schemaKey(row, parts.get(row.text('index_name')) ?? [], inherited);
  const primary = rows.find((row) => row.flag('is_primary_key'));
  return {
    ...(primary ? { primaryKey: toKey(primary) } : {}),
    uniqueKeys: rows.filter((row) => row.flag('is_unique') && !row.flag('is_primary_key')).map(toKey),
    foreignKeys: rows
      .filter((row) => row.flag('is_foreign_key'))
      .map((row) => withTarget(toKey(row), key, catalog, shown)),
    indexes: rows.filter((row) => !row.flag('is_unique') && !row.flag('is_foreign_key')).map(toKey),
  };
}

function schemaKey(
  row: CatalogRow,
  parts: readonly CatalogRow[],
  inheritedColumns: ReadonlySet<string>,
): SchemaKey {
  const keys = [...parts]
    .sort((a, b) => (a.integer('key_order') ?? 0) - (b.integer('key_order') ?? 0))
    .map(keyPart);
  const status = row.filled('status');
  const filter = row.filled('filter_expression');
  const comment = row.filled('comment');
  const isInherited = keys.length > 0 && keys.every((part) => inheritedColumns.has(part.column ?? ''));
  return {
    name: row.text('index_name'),
    keys,
    ...(row.flag('is_reverse') ? { reverse: true as const } : {}),
    ...(filter === undefined ? {} : { filter: filter.trim() }),
    ...(status === undefined || status === 'NORMAL INDEX' ? {} : { status }),
    ...(isInherited ? { inherited: true as const } : {}),
    ...(comment === undefined ? {} : { comment }),
  };
}

function keyPart(row: CatalogRow): KeyPart {
  const column = row.filled('key_attr_name');
  const prefix = row.integer('key_prefix_length') ?? -1;
  return {
    ...(column === undefined ? { expression: row.text('func').trim() } : { column }),
    ...(row.text('asc_desc') === 'DESC' ? { order: 'DESC' as const } : {}),
    ...(prefix > 0 ? { prefixLength: prefix } : {}),
  };
}

function withTarget(key: SchemaKey, table: string, catalog: CoradbCatalog, shown: ShownTables): ForeignKey {
  const told = shown.get(table)?.foreignKeys.find((candidate) => candidate.name === key.name);
  if (!told) return { ...key, references: null };
  const { references, onDelete, onUpdate } = told;
  return {
    ...key,
    references: { ...references, owner: references.owner || catalog.ownerOf(references.table) },
    ...(onDelete === undefined ? {} : { onDelete }),
    ...(onUpdate === undefined ? {} : { onUpdate }),
  };
}
