import { EngineError } from '../../driver-errors.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';
import type { SchemaObject } from '../../model/schema-model.js';
import { quoteName } from '../sql-text.js';

/** Left for the rest of the call. */
const RESERVE_MS = 500;

/** Views that no longer compile, with the engine's words: DuckDB keeps a view whose table was dropped, and all its columns. */
export async function markBrokenViews(
  session: CatalogSession,
  objects: readonly SchemaObject[],
): Promise<readonly SchemaObject[]> {
  const marked: SchemaObject[] = [];
  for (const object of objects) {
    const isAsked = object.kind === 'view' && object.owner === 'DBA' && !session.isShort(RESERVE_MS);
    const broken = isAsked ? await whyBroken(session, object.name) : undefined;
    marked.push(broken === undefined ? object : { ...object, broken });
  }
  return marked;
}

async function whyBroken(session: CatalogSession, view: string): Promise<string | undefined> {
  try {
    await session.query(`SELECT * FROM ${quoteName(view)} LIMIT 0`);
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError) || error.interrupted) throw error;
    return error.engineMessage.split('\n')[0] ?? '';
  }
}
