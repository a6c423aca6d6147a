import type { SchemaSerial, SchemaServer, SchemaSynonym } from '../../model/schema-model.js';
import { objectKey } from '../../model/schema-model.js';
import { compareText } from '../../model/unknown-object-error.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';

/**
 * Serials that belong to no column, of owners the login may see. The engine shows all serials of the database
 * to everybody (catalog, §9).
 */
export function coradbSerials(
  rows: readonly CatalogRow[],
  seesOwner: (owner: string) => boolean,
): readonly SchemaSerial[] {
  return rows
    .filter((row) => row.filled('class_name') === undefined && seesOwner(row.text('owner_name')))
    .map((row) => {
      const cache = row.integer('cached_num') ?? 0;
      const comment = row.filled('comment');
      return {
        owner: row.text('owner_name'),
        name: row.text('name'),
        current: row.text('current_val'),
        increment: row.text('increment_val'),
        min: row.text('min_val'),
        max: row.text('max_val'),
        cyclic: row.integer('cyclic') === 1,
        started: row.integer('started') === 1,
        ...(cache > 0 ? { cache } : {}),
        ...(comment === undefined ? {} : { comment }),
      };
    })
    .sort(byKey);
}

/** @param visible keys of the objects the login sees */
export function coradbSynonyms(
  rows: readonly CatalogRow[],
  visible: ReadonlySet<string>,
): readonly SchemaSynonym[] {
  return rows
    .map((row) => {
      const target = { owner: row.text('target_owner_name'), name: row.text('target_name') };
      const comment = row.filled('comment');
      return {
        owner: row.text('synonym_owner_name'),
        name: row.text('synonym_name'),
        targetOwner: target.owner,
        targetName: target.name,
        public: row.flag('is_public_synonym'),
        ...(visible.has(objectKey(target)) ? {} : { dangling: true as const }),
        ...(comment === undefined ? {} : { comment }),
      };
    })
    .sort(byKey);
}

export function coradbServers(rows: readonly CatalogRow[]): readonly SchemaServer[] {
  return rows
    .map((row) => {
      const properties = row.filled('properties');
      const comment = row.filled('comment');
      return {
        owner: row.text('owner'),
        name: row.text('link_name'),
        host: row.text('host'),
        port: row.integer('port') ?? 0,
        database: row.text('db_name'),
        user: row.text('user_name'),
        ...(properties === undefined ? {} : { properties }),
        ...(comment === undefined ? {} : { comment }),
      };
    })
    .sort(byKey);
}

function byKey(a: { owner: string; name: string }, b: { owner: string; name: string }): number {
  return compareText(objectKey(a), objectKey(b));
}
