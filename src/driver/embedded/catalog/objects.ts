import type { SchemaColumn } from '../../model/column-model.js';
import type { ForeignKey, KeyPart, SchemaKey } from '../../model/key-model.js';
import {
  emptyObject,
  objectKey,
  type EdgeEnds,
  type SchemaObject,
  type SchemaSerial,
} from '../../model/schema-model.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import { parseIndexParts } from './index-text.js';
import { coradbTypeName, enumMembers, parseDefault, sequenceOfDefault } from './types.js';

/** Rows of the queries of `embedded-queries.ts`, under the same names. */
export interface EmbeddedCatalog {
  readonly tables: readonly CatalogRow[];
  readonly columns: readonly CatalogRow[];
  readonly constraints: readonly CatalogRow[];
  readonly indexes: readonly CatalogRow[];
  readonly views: readonly CatalogRow[];
  readonly sequences: readonly CatalogRow[];
  readonly graphTables: readonly CatalogRow[];
}

/** The engine's one schema stands for the objects of dba; other schemas are owners of their own. */
function ownerOfSchema(schemaName: string): string {
  return schemaName === 'main' ? 'DBA' : schemaName.toUpperCase();
}

/** Objects without columns and keys, and what the graph catalog says about them. */
export function namedObjects(catalog: EmbeddedCatalog): readonly SchemaObject[] {
  const graph = new Map(catalog.graphTables.map((row) => [row.text('table_name').toLowerCase(), row]));
  const tables = catalog.tables.map((row) => {
    const role = graph.get(row.text('table_name').toLowerCase());
    const word = role?.text('kind').toLowerCase();
    const kind = word === undefined ? 'table' : `${word} table`;
    const edge = role === undefined ? undefined : edgeEnds(role, ownerOfSchema(row.text('schema_name')));
    return {
      ...withComment(
        emptyObject(kind, role?.text('kind') ?? 'BASE TABLE', ownerOf(row), row.text('table_name')),
        row,
      ),
      ...(edge ? { edge } : {}),
    };
  });
  const views = catalog.views.map((row) =>
    withComment(emptyObject('view', 'VIEW', ownerOf(row), row.text('view_name')), row),
  );
  return [...tables, ...views];
}

/** The same objects with everything the other rows say. */
export function describedObjects(catalog: EmbeddedCatalog): readonly SchemaObject[] {
  const columns = groupByTable(catalog.columns);
  const constraints = groupByTable(catalog.constraints);
  const indexes = groupByTable(catalog.indexes);
  const tables = new Map(catalog.tables.map((row) => [rowKey(row, 'table_name'), row]));
  const views = new Map(catalog.views.map((row) => [rowKey(row, 'view_name'), row]));
  const sequences = new Map(catalog.sequences.map((row) => [row.text('sequence_name'), row]));
  return namedObjects(catalog).map((object) => {
    const key = objectKey(object);
    const keys = constraints.get(key) ?? [];
    const primary = keys.find((row) => row.text('constraint_type') === 'PRIMARY KEY');
    const size = tables.get(key)?.integer('estimated_size');
    const sql = views.get(key)?.text('sql');
    return {
      ...object,
      columns: (columns.get(key) ?? [])
        .map((row) => toColumn(row, sequences))
        .sort((a, b) => a.position - b.position),
      ...(primary ? { primaryKey: toKey(primary) } : {}),
      uniqueKeys: [
        ...keys.filter((row) => row.text('constraint_type') === 'UNIQUE').map(toKey),
        ...(indexes.get(key) ?? []).filter((row) => row.flag('is_unique')).map(toIndex),
      ],
      foreignKeys: uniqueByName(
        keys.filter((row) => row.text('constraint_type') === 'FOREIGN KEY').map(toForeignKey),
      ),
      indexes: (indexes.get(key) ?? []).filter((row) => !row.flag('is_unique')).map(toIndex),
      checks: keys
        .filter((row) => row.text('constraint_type') === 'CHECK')
        .map((row) => row.text('expression').replace(/^\((.*)\)$/s, '$1')),
      queries: sql === undefined ? [] : [sql.replace(/^CREATE .*?\sAS\s+/is, '').replace(/;$/, '')],
      ...(sql === undefined ? {} : { checkOption: 'NONE' as const }),
      ...(size === undefined
        ? {}
        : { rowEstimate: { rows: size, source: 'duckdb_tables().estimated_size' } }),
    };
  });
}

/** Sequences that no column takes its default from. */
export function freeSerials(catalog: EmbeddedCatalog): readonly SchemaSerial[] {
  const taken = new Set(catalog.columns.map((row) => sequenceOfDefault(row.text('column_default'))));
  return catalog.sequences
    .filter((row) => !taken.has(row.text('sequence_name')))
    .map((row) => {
      const comment = row.filled('comment');
      return {
        owner: ownerOf(row),
        name: row.text('sequence_name'),
        current: row.optional('last_value') ?? row.text('start_value'),
        increment: row.text('increment_by'),
        min: row.text('min_value'),
        max: row.text('max_value'),
        cyclic: row.flag('cycle'),
        started: row.optional('last_value') !== undefined,
        ...(comment === undefined ? {} : { comment }),
      };
    });
}

function toColumn(row: CatalogRow, sequences: ReadonlyMap<string, CatalogRow>): SchemaColumn {
  const dataType = row.text('data_type');
  const expression = row.optional('column_default');
  const sequence = sequences.get(sequenceOfDefault(expression ?? '') ?? '');
  const comment = row.filled('comment');
  const members = enumMembers(dataType);
  const isDecimal = dataType.startsWith('DECIMAL');
  return {
    name: row.text('column_name'),
    position: row.integer('column_index') ?? 0,
    type: coradbTypeName(dataType),
    dataType,
    ...(isDecimal
      ? { precision: row.integer('numeric_precision'), scale: row.integer('numeric_scale') }
      : {}),
    ...(members ? { enumValues: members, enumValuesExact: true } : {}),
    nullable: row.flag('is_nullable'),
    ...(sequence
      ? {
          autoIncrement: {
            start: sequence.text('start_value'),
            step: sequence.text('increment_by'),
            current: sequence.optional('last_value') ?? sequence.text('start_value'),
            started: sequence.optional('last_value') !== undefined,
          },
        }
      : expression === undefined
        ? {}
        : { default: parseDefault(expression) }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function toKey(row: CatalogRow): SchemaKey {
  return { name: row.text('constraint_name'), keys: toParts(row.list('constraint_column_names')) };
}

function toForeignKey(row: CatalogRow): ForeignKey {
  return {
    ...toKey(row),
    references: {
      owner: ownerOf(row),
      table: row.text('referenced_table'),
      columns: row.list('referenced_column_names'),
    },
  };
}

function toIndex(row: CatalogRow): SchemaKey {
  const comment = row.filled('comment');
  return {
    name: row.text('index_name'),
    keys: parseIndexParts(row.text('sql')),
    ...(comment === undefined ? {} : { comment }),
  };
}

function toParts(columns: readonly string[]): KeyPart[] {
  return columns.map((column) => ({ column }));
}

function edgeEnds(row: CatalogRow, owner: string): EdgeEnds | undefined {
  if (row.filled('source_table') === undefined) return undefined;
  const end = (side: 'source' | 'target') => {
    const column = row.filled(`${side}_column`);
    return { owner, table: row.text(`${side}_table`), ...(column === undefined ? {} : { column }) };
  };
  return { from: end('source'), to: end('target') };
}

function uniqueByName(keys: readonly ForeignKey[]): ForeignKey[] {
  return [...new Map(keys.map((key) => [key.name, key])).values()];
}

function withComment(object: SchemaObject, row: CatalogRow): SchemaObject {
  const comment = row.filled('comment');
  return comment === undefined ? object : { ...object, comment };
}

function ownerOf(row: CatalogRow): string {
  return ownerOfSchema(row.text('schema_name'));
}

function rowKey(row: CatalogRow, nameColumn: string): string {
  return objectKey({ owner: ownerOf(row), name: row.text(nameColumn) });
}

function groupByTable(rows: readonly CatalogRow[]): Map<string, CatalogRow[]> {
  const groups = new Map<string, CatalogRow[]>();
  for (const row of rows) {
    const key = rowKey(row, 'table_name');
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
