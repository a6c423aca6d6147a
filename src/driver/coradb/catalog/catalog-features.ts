import type { CatalogRow } from '../../catalog/catalog-row.js';

/** Columns of `db_class` in CUBRID 11.4; any other one comes from an engine this server does not know. */
const KNOWN_CLASS_COLUMNS: ReadonlySet<string> = new Set([
  'class_name',
  'owner_name',
  'class_type',
  'is_system_class',
  'tde_algorithm',
  'partitioned',
  'is_reuse_oid_class',
  'collation',
  'comment',
]);

/**
 * What the catalog views of this server have. Versions are told apart by their columns, never by their number
 * (catalog, §8): the system views describe themselves in `db_attribute`.
 */
export class CatalogFeatures {
  readonly #columns = new Map<string, Set<string>>();

  /** @param rows of the query `catalogColumns` */
  constructor(rows: readonly CatalogRow[]) {
    for (const row of rows) {
      const view = row.text('class_name');
      const columns = this.#columns.get(view) ?? new Set<string>();
      columns.add(row.text('attr_name'));
      this.#columns.set(view, columns);
    }
  }

  /** True when the catalog has this view, or this column of it. */
  has(view: string, column?: string): boolean {
    const columns = this.#columns.get(view);
    return columns !== undefined && (column === undefined || columns.has(column));
  }

  /** Columns of `db_class` beyond the known ones, in alphabetical order. */
  get extraClassColumns(): readonly string[] {
    return [...(this.#columns.get('db_class') ?? [])]
      .filter((column) => !KNOWN_CLASS_COLUMNS.has(column))
      .sort();
  }
}
