import { parseObjectName, type ObjectName } from '../../model/object-name.js';
import { objectKey } from '../../model/schema-model.js';
import { AmbiguousObjectError, UnknownObjectError } from '../../model/unknown-object-error.js';
import type { CatalogFeatures } from './catalog-features.js';
import type { CatalogRow } from '../../catalog/catalog-row.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';

/** The one object a name stands for. */
export interface ResolvedObject {
  readonly owner: string;
  readonly name: string;
  readonly isSystemClass: boolean;
  /** How it was found, when that was not by its own name. */
  readonly note?: string;
}

const FIND_CLASS = `SELECT owner_name, class_name, class_type, is_system_class FROM db_class WHERE`;
const FIND_SYNONYM = `SELECT synonym_owner_name, synonym_name, target_owner_name, target_name FROM db_synonym WHERE`;

/**
 * Finds an object as the engine would: a system class, else the login's own table or view, else an own synonym;
 * beyond that any single object of that name. Letters are folded by the engine, never here: with `en_US` only
 * ASCII folds (catalog, §6).
 * @throws UnknownObjectError, AmbiguousObjectError, InputError
 */
export async function resolveObject(
  session: CatalogSession,
  features: CatalogFeatures,
  login: string,
  wanted: string,
): Promise<ResolvedObject> {
  const name = parseObjectName(wanted);
  const rows = (await findClasses(session, name)).filter((row) =>
    sameBlanks(row.text('class_name'), name.name),
  );
  const own = rows.find((row) => row.text('owner_name') === login) ?? rows.find(isSystem);
  if (own) return toResolved(own);
  if (name.owner !== undefined && rows[0]) return toResolved(rows[0]);
  const synonym = features.has('db_synonym') ? await findSynonym(session, name, login) : undefined;
  if (synonym) return synonym;
  if (rows.length > 1) throw new AmbiguousObjectError(wanted, rows.map(keyOf).sort());
  if (rows[0]) return toResolved(rows[0]);
  const existing = await session.query(
    `SELECT owner_name, class_name FROM db_class WHERE is_system_class <> 'YES'`,
  );
  throw new UnknownObjectError(
    wanted,
    existing.map((row) => ({ owner: row.text('owner_name'), name: row.text('class_name') })),
  );
}

async function findClasses(
  session: CatalogSession,
  { owner, name }: ObjectName,
): Promise<readonly CatalogRow[]> {
  return owner === undefined
    ? session.query(`${FIND_CLASS} class_name = LOWER(?)`, [name])
    : session.query(`${FIND_CLASS} owner_name = UPPER(?) AND class_name = LOWER(?)`, [owner, name]);
}

async function findSynonym(
  session: CatalogSession,
  { owner, name }: ObjectName,
  login: string,
): Promise<ResolvedObject | undefined> {
  const rows =
    owner === undefined
      ? await session.query(`${FIND_SYNONYM} synonym_name = LOWER(?)`, [name])
      : await session.query(`${FIND_SYNONYM} synonym_owner_name = UPPER(?) AND synonym_name = LOWER(?)`, [
          owner,
          name,
        ]);
  const candidates = rows.filter((row) => sameBlanks(row.text('synonym_name'), name));
  const row = candidates.find((candidate) => candidate.text('synonym_owner_name') === login) ?? candidates[0];
  if (!row) return undefined;
  const target = { owner: row.text('target_owner_name'), name: row.text('target_name') };
  const synonym = objectKey({ owner: row.text('synonym_owner_name'), name: row.text('synonym_name') });
  return { ...target, isSystemClass: false, note: `${synonym} is a synonym of ${objectKey(target)}.` };
}

function toResolved(row: CatalogRow): ResolvedObject {
  return { owner: row.text('owner_name'), name: row.text('class_name'), isSystemClass: isSystem(row) };
}

function isSystem(row: CatalogRow): boolean {
  return row.text('is_system_class') === 'YES';
}

function keyOf(row: CatalogRow): string {
  return objectKey({ owner: row.text('owner_name'), name: row.text('class_name') });
}

/** SQL comparison ignores blanks at the end; table names do not (`[trail ]` is a name of its own). */
function sameBlanks(a: string, b: string): boolean {
  return a.length - a.trimEnd().length === b.length - b.trimEnd().length;
}
