import { emptyObject, objectKey, type ObjectOptions, type SchemaObject } from '../../model/schema-model.js';
import { compareText } from '../../model/unknown-object-error.js';
import type { CatalogFeatures } from './catalog-features.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CoradbCatalog } from './read-catalog.js';
import { coradbColumns, type ShownTables } from './columns.js';
import { coradbCheckOption, coradbGrants, coradbPartitioning, coradbTriggers } from './details.js';
import { coradbKeys } from './keys.js';
import { graphWord, kindOfClass, type GraphRole } from './graph-kinds.js';

/** Turns catalog rows into objects of the model. */
export class CoradbObjects {
  constructor(
    private readonly catalog: CoradbCatalog,
    private readonly features: CatalogFeatures,
    private readonly roles: ReadonlyMap<string, GraphRole>,
  ) {}

  /** Objects by owner and name, with their columns and keys; partitions belong to their table and are not listed. */
  all(): readonly SchemaObject[] {
    const partitions = new Set(
      this.catalog.rows.partitions.map((row) => this.catalog.key(row, 'owner_name', 'partition_class_name')),
    );
    return this.catalog.rows.classes
      .filter((row) => !partitions.has(this.#key(row)))
      .map((row) => this.build(row, new Map()))
      .sort((a, b) => compareText(a.owner, b.owner) || compareText(a.name, b.name));
  }

  /** One object with what SHOW told about it and about the tables it inherits from. */
  build(row: CatalogRow, shown: ShownTables): SchemaObject {
    const key = this.#key(row);
    const owner = row.text('owner_name');
    const name = row.text('class_name');
    const told = shown.get(key);
    const { kind, rawKind, edge } = this.#kind(row, key, name, told?.kindWords);
    const comment = row.filled('comment');
    const isView = rawKind === 'VCLASS';
    const partitioning = coradbPartitioning(this.catalog, key);
    const extra = this.#extra(row);
    const clause = told?.headClause;
    return {
      ...emptyObject(kind, rawKind, owner, name),
      ...(comment === undefined ? {} : { comment }),
      ...(isView ? {} : { options: options(row) }),
      under: this.catalog
        .of('superClasses', key)
        .map((parent) => this.catalog.key(parent, 'super_owner_name', 'super_class_name')),
      ...(edge || clause !== undefined
        ? { edge: { ...edge, ...(clause === undefined ? {} : { clause }) } }
        : {}),
      columns: coradbColumns(this.catalog, key, shown),
      ...coradbKeys(this.catalog, key, shown),
      ...(partitioning ? { partitioning } : {}),
      queries: this.catalog.of('views', key).map((view) => view.text('vclass_def')),
      ...(isView ? { checkOption: coradbCheckOption(this.catalog, key) } : {}),
      triggers: coradbTriggers(this.catalog, key),
      methods: told?.methods ?? [],
      grants: coradbGrants(this.catalog, key),
      ...(extra ? { extra } : {}),
      ...(told?.rawTail === undefined ? {} : { rawTail: told.rawTail }),
    };
  }

  #key(row: CatalogRow): string {
    return objectKey({ owner: row.text('owner_name'), name: row.text('class_name') });
  }

  #kind(
    row: CatalogRow,
    key: string,
    name: string,
    kindWords: string | undefined,
  ): { kind: string; rawKind: string; edge?: SchemaObject['edge'] } {
    const own = kindOfClass(row, this.features.extraClassColumns);
    const role = this.roles.get(key) ?? this.roles.get(name);
    const hint = own.kind === 'view' ? undefined : (role?.kind ?? graphWord(kindWords ?? ''));
    const settled = graphWord(own.kind) === undefined && hint !== undefined ? { ...own, kind: hint } : own;
    return { ...settled, ...(role?.edge ? { edge: role.edge } : {}) };
  }

  #extra(row: CatalogRow): Record<string, string> | undefined {
    const entries = this.features.extraClassColumns.flatMap((column) => {
      const value = row.filled(column);
      return value === undefined ? [] : [[column, value] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
}

function options(row: CatalogRow): ObjectOptions {
  const collation = row.filled('collation');
  const encrypt = row.filled('tde_algorithm');
  return {
    reuseOid: row.flag('is_reuse_oid_class'),
    ...(collation === undefined ? {} : { collation }),
    ...(encrypt === undefined || encrypt === 'NONE' ? {} : { encrypt }),
  };
}

/**
 * True when something of this table stands nowhere but in `SHOW CREATE TABLE`: the target of a foreign key, ENUM
 * values or a JSON schema for a login that is not dba, a default that may be text or a function, or is cut, or is
 * a collection (catalog, §4).
 */
export function needsShow(object: SchemaObject, isDba: boolean): boolean {
  if (object.kind === 'view') return false;
  return (
    object.foreignKeys.some((key) => key.references === null && !key.inherited) ||
    object.columns.some(
      (column) =>
        column.inheritedFrom === undefined &&
        ((column.dataType === 'ENUM' && column.enumValues === undefined) ||
          (column.dataType === 'JSON' && !isDba) ||
          column.default?.kind === 'unclear' ||
          column.default?.truncated === true),
    )
  );
}
