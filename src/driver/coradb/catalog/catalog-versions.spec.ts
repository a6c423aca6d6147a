import { describe, expect, it } from 'vitest';
import { CatalogFeatures } from './catalog-features.js';
import { CatalogRow } from '../../catalog/catalog-row.js';
import { CoradbCatalog, NO_ROWS } from './read-catalog.js';
import { foreignKeyTablesQuery, viewQuery } from './queries.js';
import { graphSystemClasses, kindOfClass } from './graph-kinds.js';

function row(values: Record<string, string | number | null>): CatalogRow {
  const names = Object.keys(values);
  return new CatalogRow(new Map(names.map((name, at) => [name, at])), Object.values(values));
}

function features(views: Record<string, string>): CatalogFeatures {
  return new CatalogFeatures(
    Object.entries(views).flatMap(([view, columns]) =>
      columns.split(' ').map((column) => row({ class_name: view, attr_name: column, def_order: 0 })),
    ),
  );
}

/** The columns catalog.md §8 gives for CUBRID 10.2: owners in `db_class` only, no synonyms, no servers. */
const CUBRID_10 = features({
  db_class:
    'class_name owner_name class_type is_system_class partitioned is_reuse_oid_class collation comment',
  db_index:
    'index_name is_unique is_reverse class_name key_count is_primary_key is_foreign_key filter_expression have_function comment status',
  db_serial:
    'name owner class_name att_name current_val increment_val min_val max_val cyclic started cached_num comment',
});

describe('an older catalog', () => {
  it('is asked for the columns it has', () => {
    expect(viewQuery(CUBRID_10, 'classes')?.sql).toBe(
      `SELECT owner_name, class_name, class_type, is_system_class, partitioned, is_reuse_oid_class, [collation], comment FROM db_class WHERE is_system_class <> 'YES'`,
    );
    expect(viewQuery(CUBRID_10, 'indexes', { owner: 'DBA', name: 't' })).toEqual({
      sql: 'SELECT class_name, index_name, is_unique, is_reverse, is_primary_key, is_foreign_key, have_function, filter_expression, status, comment FROM db_index WHERE class_name = ?',
      params: ['t'],
    });
    expect(viewQuery(CUBRID_10, 'serials', { owner: 'DBA', name: 't' })?.sql).toMatch(
      / WHERE owner\.name = \? AND class_name = \?$/,
    );
    expect(viewQuery(CUBRID_10, 'synonyms')).toBeUndefined();
    expect(foreignKeyTablesQuery(CUBRID_10)).toBe(
      `SELECT class_name, index_name FROM db_index WHERE is_foreign_key = 'YES'`,
    );
  });

  it('takes the owner of a row from the class, whose name is unique there', () => {
    const catalog = new CoradbCatalog(
      {
        ...NO_ROWS,
        classes: [row({ owner_name: 'SHOP', class_name: 'customer' })],
        indexes: [row({ class_name: 'customer', index_name: 'pk' })],
      },
      undefined,
    );
    expect(catalog.of('indexes', 'SHOP.customer').map((index) => index.text('index_name'))).toEqual(['pk']);
  });
});

describe('the kind of a class', () => {
  it.each([
    [{ class_type: 'CLASS' }, { kind: 'table', rawKind: 'CLASS' }],
    [{ class_type: 'VCLASS' }, { kind: 'view', rawKind: 'VCLASS' }],
    [{ class_type: 'VERTEX_CLASS' }, { kind: 'vertex table', rawKind: 'VERTEX_CLASS' }],
    [{ class_type: 'Edge' }, { kind: 'edge table', rawKind: 'Edge' }],
    // What CUBRID 11.4 prints for a class type it has no word for, misspelling included (§11).
    [{ class_type: 'UNKNOW' }, { kind: 'unknow', rawKind: 'UNKNOW' }],
    [
      { class_type: 'CLASS', table_kind: 'VERTEX' },
      { kind: 'vertex table', rawKind: 'VERTEX' },
    ],
    [
      { class_type: 'CLASS', is_edge: 'YES' },
      { kind: 'edge table', rawKind: 'CLASS' },
    ],
    [
      { class_type: 'CLASS', is_edge: 'NO' },
      { kind: 'table', rawKind: 'CLASS' },
    ],
  ])('%j is %j', (values, kind) => {
    expect(kindOfClass(row(values), ['is_edge', 'table_kind'])).toEqual(kind);
  });

  it('may stand in a system class of a graph engine', () => {
    const names = ['db_class', 'db_vertex_table', '_db_graph', 'db_user'];
    expect(graphSystemClasses(names.map((class_name) => row({ class_name })))).toEqual([
      'db_vertex_table',
      '_db_graph',
    ]);
  });
});
