import { EngineError } from '../../driver-errors.js';
import type { CatalogSession } from '../../catalog/catalog-session.js';
import { parseShowCreateTable, type ShownTable } from './show-create-table.js';

/** Longest wait for another session's DDL, in seconds: SHOW ignores the query timeout while it waits (catalog, §10). */
const LOCK_TIMEOUT_SECONDS = 2;
/** Left for the rest of the call when the SHOW statements use up the time. */
const RESERVE_MS = 500;
const NAMES_IN_NOTE = 20;
/** The call was cancelled, or its time limit ended the statement: nothing further may run. */
const INTERRUPTED = -4;

export interface ShowTarget {
  readonly owner: string;
  readonly name: string;
}

export interface ShowResult {
  readonly shown: ReadonlyMap<string, ShownTable>;
  /** Tables that could not be read, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Runs `SHOW CREATE TABLE` for each table. The schema lock each statement takes would stop other sessions' DDL
 * until the transaction ends, so the transaction is rolled back after every one. A table that cannot be shown is
 * noted, not an error; when the time is nearly up the remaining ones are left out and named.
 */
export async function showTables(
  session: CatalogSession,
  targets: readonly ShowTarget[],
): Promise<ShowResult> {
  const shown = new Map<string, ShownTable>();
  const notes: string[] = [];
  if (targets.length > 0) await setLockTimeout(session);
  for (const [position, target] of targets.entries()) {
    if (session.isShort(RESERVE_MS)) {
      notes.push(unreadNote(targets.slice(position)));
      break;
    }
    try {
      const [row] = await session.query(`SHOW CREATE TABLE ${showName(target)}`);
      if (row) shown.set(`${target.owner}.${target.name}`, parseShowCreateTable(row.text('create table')));
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === INTERRUPTED) throw error;
      notes.push(failedNote(target, error));
    }
    await session.rollback();
  }
  return { shown, notes };
}

/** Rows of a table at the last UPDATE STATISTICS; undefined when that never ran or may not be read. */
export async function statisticsRows(
  session: CatalogSession,
  target: ShowTarget,
): Promise<number | undefined> {
  await setLockTimeout(session);
  let rows: number | undefined;
  try {
    const [row] = await session.query(`GET STATISTICS '#objects' OF ${showName(target)}`);
    const [heading] = row?.columns ?? [];
    rows = heading === undefined ? undefined : row?.integer(heading);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  await session.rollback();
  return rows === undefined || rows <= 0 ? undefined : rows;
}

/**
 * Why a view does not compile with its owner's rights, in the engine's words; undefined when it does, or when that cannot
 * be told (catalog, §2).
 */
export async function brokenView(session: CatalogSession, target: ShowTarget): Promise<string | undefined> {
  await setLockTimeout(session);
  let broken: string | undefined;
  try {
    await session.query(`SHOW CREATE VIEW ${showName(target)}`);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === INTERRUPTED) throw error;
    broken =
      /Unknown class "[^"]*"|Attribute "[^"]*" was not found|SELECT is not authorized on \S+(?=\.)/.exec(
        error.engineMessage,
      )?.[0];
  }
  await session.rollback();
  return broken;
}

async function setLockTimeout(session: CatalogSession): Promise<void> {
  await session.runOnce(`SET TRANSACTION LOCK TIMEOUT ${LOCK_TIMEOUT_SECONDS}`);
}

/** A stored name never holds `[`, `]` or `.`, so brackets are always a safe quote (catalog, §1). */
function showName({ owner, name }: ShowTarget): string {
  return owner === '' ? `[${name}]` : `[${owner.toLowerCase()}].[${name}]`;
}

function failedNote({ owner, name }: ShowTarget, error: EngineError): string {
  const waited = error.code === -74 || error.engineMessage.includes('timed out waiting on');
  const reason = waited ? 'another session is changing it' : error.message;
  return `Foreign keys and some defaults of ${owner}.${name} were not read: ${reason}`;
}

function unreadNote(left: readonly ShowTarget[]): string {
  const names = left.slice(0, NAMES_IN_NOTE).map(({ owner, name }) => `${owner}.${name}`);
  const more = left.length > NAMES_IN_NOTE ? `, and ${left.length - NAMES_IN_NOTE} more` : '';
  return `The time limit left no time to read the foreign keys of ${names.join(', ')}${more}.`;
}
