import type { SchemaColumn } from '../../model/column-model.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CoradbCatalog } from './read-catalog.js';
import { parseStoredDefault, settleDefault } from './defaults.js';
import { isUnknownType, typeText } from './types.js';
import type { ShownColumn, ShownTable } from './show-create-table.js';

/** What `SHOW CREATE TABLE` told about the tables it was run for, by `OWNER.name`. */
export type ShownTables = ReadonlyMap<string, ShownTable>;

/** Number of `attr_type` in `_db_attribute`. */
const ATTRIBUTE_TYPES = ['INSTANCE', 'CLASS', 'SHARED'];

/** The columns of one object in their own order; class attributes are numbered apart (catalog, §4). */
export function coradbColumns(
  catalog: CoradbCatalog,
  key: string,
  shown: ShownTables,
): readonly SchemaColumn[] {
  const serials = new Map(catalog.of('serials', key).map((row) => [row.text('att_name'), row]));
  return catalog
    .of('attributes', key)
    .map((row) => {
      const isInstance = row.text('attr_type') === 'INSTANCE';
      return toColumn(catalog, key, row, isInstance ? serials.get(row.text('attr_name')) : undefined, shown);
    })
    .sort(
      (a, b) =>
        Number(a.attributeKind === 'class') - Number(b.attributeKind === 'class') || a.position - b.position,
    );
}

function toColumn(
  catalog: CoradbCatalog,
  key: string,
  row: CatalogRow,
  serial: CatalogRow | undefined,
  shown: ShownTables,
): SchemaColumn {
  const name = row.text('attr_name');
  const dataType = row.text('data_type');
  const from = inheritedFrom(catalog, row);
  const told = shown.get(from?.table ?? key)?.columns.get(from?.column ?? name);
  const elements = setElements(catalog, key, row);
  const domain = domainFacts(catalog, key, row, told);
  const stored = parseStoredDefault(dataType, row.optional('default_value'));
  const settled = stored.default && settleDefault(stored.default, told?.defaultSql);
  const attributeKind = row.text('attr_type').toLowerCase();
  const isShared = attributeKind === 'shared' || attributeKind === 'class';
  const comment = row.filled('comment');
  return {
    name,
    position: (row.integer('def_order') ?? 0) + 1,
    type: typeText(row, { elements, ...domain }),
    dataType,
    ...(isUnknownType(dataType) ? { precision: row.integer('prec'), scale: row.integer('scale') } : {}),
    ...applicable('charset', row),
    ...applicable('collation', row),
    ...(elements.length === 0 ? {} : { elements }),
    ...domain,
    nullable: row.text('is_nullable') !== 'NO',
    ...(isShared ? { attributeKind: attributeKind as 'shared' | 'class' } : {}),
    ...(settled === undefined ? {} : isShared ? { sharedValue: settled.sql } : { default: settled }),
    ...(stored.onUpdate === undefined ? {} : { onUpdate: stored.onUpdate }),
    ...(serial ? { autoIncrement: autoIncrement(serial) } : {}),
    ...(from ? { inheritedFrom: from.column === name ? from.table : `${from.table}.${from.column}` } : {}),
    ...(comment === undefined ? {} : { comment }),
  };
}

function inheritedFrom(
  catalog: CoradbCatalog,
  row: CatalogRow,
): { table: string; column: string } | undefined {
  if (row.filled('from_class_name') === undefined) return undefined;
  return {
    table: catalog.key(row, 'from_owner_name', 'from_class_name'),
    column: row.filled('from_attr_name') ?? row.text('attr_name'),
  };
}

function setElements(catalog: CoradbCatalog, key: string, row: CatalogRow): readonly string[] {
  return catalog
    .of('setDomains', key)
    .filter(
      (element) =>
        element.text('attr_name') === row.text('attr_name') &&
        element.text('attr_type') === row.text('attr_type'),
    )
    .map((element) => typeText(element));
}

/** ENUM values and JSON schema: exact for dba, else from the text of SHOW, where quotes are not escaped. */
function domainFacts(
  catalog: CoradbCatalog,
  key: string,
  row: CatalogRow,
  told: ShownColumn | undefined,
): Pick<SchemaColumn, 'enumValues' | 'enumValuesExact' | 'jsonSchema'> {
  const domain = catalog
    .dbaOf('domains', key)
    .find(
      (candidate) =>
        candidate.text('attr_name') === row.text('attr_name') &&
        ATTRIBUTE_TYPES[candidate.integer('attr_type') ?? -1] === row.text('attr_type'),
    );
  if (row.text('data_type') === 'ENUM') {
    if (domain) return { enumValues: domain.list('enumeration'), enumValuesExact: true };
    if (told?.enumValues === undefined) return {};
    return {
      enumValues: told.enumValues,
      enumValuesExact: !told.enumValues.some((value) => value.includes("'")),
    };
  }
  const jsonSchema = domain?.filled('json_schema') ?? told?.jsonSchema;
  return row.text('data_type') === 'JSON' && jsonSchema !== undefined ? { jsonSchema } : {};
}

/** The view writes the words `Not applicable` for types without characters. */
function applicable<K extends 'charset' | 'collation'>(
  column: K,
  row: CatalogRow,
): { readonly [P in K]?: string } {
  const text = row.filled(column);
  return text === undefined || text === 'Not applicable'
    ? {}
    : ({ [column]: text } as { readonly [P in K]: string });
}

function autoIncrement(serial: CatalogRow): SchemaColumn['autoIncrement'] {
  return {
    start: serial.text('min_val'),
    step: serial.text('increment_val'),
    current: serial.text('current_val'),
    started: serial.integer('started') === 1,
  };
}
