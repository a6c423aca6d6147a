import { objectKey } from '../../model/schema-model.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { ViewQueryName } from './queries.js';

/** Rows of the queries of `coradb-queries.ts`; empty for what was not asked for or is not there. */
export type ViewRows = Readonly<Record<ViewQueryName, readonly CatalogRow[]>>;

/** Rows only dba and members of group DBA may read; undefined for other logins. */
export interface DbaRows {
  readonly domains: readonly CatalogRow[];
  readonly classFlags: readonly CatalogRow[];
  readonly triggers: readonly CatalogRow[];
}

export const NO_ROWS: ViewRows = {
  classes: [],
  attributes: [],
  setDomains: [],
  indexes: [],
  indexKeys: [],
  serials: [],
  partitions: [],
  superClasses: [],
  views: [],
  triggers: [],
  grants: [],
  synonyms: [],
  servers: [],
};

/**
 * The rows of a read, found by the object they belong to. Before 11.2 most views have no owner column; names
 * are unique in the database there, so the owner is the one `db_class` gives (catalog, §8).
 */
export class CoradbCatalog {
  readonly #owners: ReadonlyMap<string, string>;
  readonly #groups = new Map<readonly CatalogRow[], Map<string, CatalogRow[]>>();

  constructor(
    readonly rows: ViewRows,
    readonly dba: DbaRows | undefined,
  ) {
    this.#owners = new Map(rows.classes.map((row) => [row.text('class_name'), row.text('owner_name')]));
  }

  /** Rows of one view that belong to the object. */
  of(view: ViewQueryName, key: string): readonly CatalogRow[] {
    const columns = VIEW_KEYS[view] ?? DEFAULT_KEY;
    return this.#group(this.rows[view], columns).get(key) ?? [];
  }

  /** Rows of a dba query that belong to the object. */
  dbaOf(query: 'domains' | 'classFlags', key: string): readonly CatalogRow[] {
    return this.dba === undefined ? [] : (this.#group(this.dba[query], DEFAULT_KEY).get(key) ?? []);
  }

  /** `OWNER.name` from two columns of a row. */
  key(row: CatalogRow, ownerColumn: string, nameColumn: string): string {
    const name = row.text(nameColumn);
    return objectKey({ owner: row.filled(ownerColumn) ?? this.ownerOf(name), name });
  }

  /** Owner of a table by its name alone; empty when the login does not see it. */
  ownerOf(name: string): string {
    return this.#owners.get(name) ?? '';
  }

  #group(rows: readonly CatalogRow[], [owner, name]: readonly [string, string]): Map<string, CatalogRow[]> {
    const known = this.#groups.get(rows);
    if (known) return known;
    const groups = new Map<string, CatalogRow[]>();
    for (const row of rows) {
      const key = this.key(row, owner, name);
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
    this.#groups.set(rows, groups);
    return groups;
  }
}

const DEFAULT_KEY: readonly [string, string] = ['owner_name', 'class_name'];

const VIEW_KEYS: Partial<Record<ViewQueryName, readonly [string, string]>> = {
  views: ['owner_name', 'vclass_name'],
  triggers: ['target_owner_name', 'target_class_name'],
};
