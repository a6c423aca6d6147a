import { EngineError } from '../../driver-errors.js';
import type { EdgeEnd, EdgeEnds } from '../../model/schema-model.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';

/** Kind of an object, in the words of the model and of the engine. */
export interface ObjectKind {
  readonly kind: string;
  readonly rawKind: string;
}

/** What a graph engine's own catalog says about one table. */
export interface GraphRole {
  readonly kind?: string;
  readonly edge?: EdgeEnds;
}

const GRAPH_WORD = /vertex|edge|graph/i;
const HINT_COLUMN = /kind|vertex|edge|node|graph/i;
const NOT_AUTHORIZED = -494;
const NAME_COLUMNS = ['class_name', 'table_name', 'vertex_name', 'edge_name', 'name'];

/**
 * Kind of a class by `class_type` and by columns of `db_class` that CUBRID does not have. A word this server
 * does not know is kept as it is; CUBRID 11.4 itself prints `UNKNOW` for what is neither class nor view
 * (catalog, §11).
 */
export function kindOfClass(row: CatalogRow, extraColumns: readonly string[]): ObjectKind {
  const rawKind = row.text('class_type');
  const byType = graphWord(rawKind);
  if (byType !== undefined) return { kind: byType, rawKind };
  for (const column of extraColumns.filter((name) => HINT_COLUMN.test(name))) {
    const value = row.text(column);
    const hint = graphWord(value) ?? (row.flag(column) ? graphWord(column) : undefined);
    if (hint !== undefined)
      return { kind: hint, rawKind: /^[a-z_ ]+$/i.test(value) && !row.flag(column) ? value : rawKind };
  }
  if (rawKind === 'CLASS') return { kind: 'table', rawKind };
  return { kind: rawKind === 'VCLASS' ? 'view' : rawKind.toLowerCase(), rawKind };
}

/** `vertex table` or `edge table` when the text names one of the two. */
export function graphWord(text: string): string | undefined {
  if (/vertex|\bnode/i.test(text)) return 'vertex table';
  return /edge/i.test(text) ? 'edge table' : undefined;
}

/** Names of system classes that look like the catalog of a graph engine. */
export function graphSystemClasses(rows: readonly CatalogRow[]): readonly string[] {
  return rows.map((row) => row.text('class_name')).filter((name) => GRAPH_WORD.test(name));
}

/**
 * Reads such system classes whole and joins them to tables by name.
 * @returns roles by table name and by `OWNER.name`
 */
export async function readGraphRoles(
  session: CatalogSession,
  systemClasses: readonly string[],
): Promise<ReadonlyMap<string, GraphRole>> {
  const roles = new Map<string, GraphRole>();
  for (const systemClass of systemClasses) {
    for (const row of await readableRows(session, systemClass)) {
      const name = NAME_COLUMNS.map((column) => row.filled(column)).find((text) => text !== undefined);
      if (name === undefined) continue;
      const owner = row.filled('owner_name');
      const kindColumn = row.columns.find((column) => /kind|type/.test(column));
      const kind = graphWord(kindColumn === undefined ? '' : row.text(kindColumn)) ?? graphWord(systemClass);
      const from = edgeEnd(row, owner, /^(?:from|source|src|start)/);
      const to = edgeEnd(row, owner, /^(?:to|target|dest|dst|end)/);
      roles.set(owner === undefined ? name : `${owner}.${name}`, {
        ...(kind === undefined ? {} : { kind }),
        ...(from || to ? { edge: { ...(from ? { from } : {}), ...(to ? { to } : {}) } } : {}),
      });
    }
  }
  return roles;
}

/** A system class this login may not read tells nothing; that is no error of the call. */
async function readableRows(session: CatalogSession, systemClass: string): Promise<readonly CatalogRow[]> {
  try {
    return await session.query(`SELECT * FROM [${systemClass}]`);
  } catch (error) {
    if (error instanceof EngineError && error.code === NOT_AUTHORIZED) return [];
    throw error;
  }
}

function edgeEnd(row: CatalogRow, owner: string | undefined, side: RegExp): EdgeEnd | undefined {
  const columns = row.columns.filter((column) => side.test(column));
  const find = (word: RegExp): string | undefined => {
    const column = columns.find((name) => word.test(name));
    return column === undefined ? undefined : row.filled(column);
  };
  const table = find(/class|table|vertex/);
  const column = find(/column|attr|key/);
  if (table === undefined) return undefined;
  return { owner: find(/owner/) ?? owner ?? '', table, ...(column === undefined ? {} : { column }) };
}
