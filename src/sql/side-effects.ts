import type { StatementToken, StatementTokens } from './statement-tokens.js';
import { isRemoteMark } from './remote-table.js';

/**
 * What a statement does beside what the engine calls it (engine-behaviour, "Side effects of statements compiled
 * as SELECT"):
 *
 * - `increment`: changes a row in a sub-step that commits on its own
 * - `serial`: takes a number of a serial, which no rollback gives back
 * - `lock`: locks rows until the end of the transaction
 * - `remote`: works on another database
 * - `serverFile`: reads a file of the database host
 * - `lobFile`: creates a LOB file
 */
export type SideEffectKind = 'increment' | 'serial' | 'lock' | 'remote' | 'serverFile' | 'lobFile';

export interface SideEffect {
  readonly kind: SideEffectKind;
  /** How a message names it: `INCR(…)`, `NEXT_VALUE`, `FOR UPDATE`, … */
  readonly construct: string;
  /** UTF-16 offset in the statement. */
  readonly offset: number;
  /** Index of the token that names it. */
  readonly at: number;
}

const CALLS: ReadonlyMap<string, SideEffectKind> = new Map([
  ['INCR', 'increment'],
  ['DECR', 'increment'],
  ['SERIAL_NEXT_VALUE', 'serial'],
  // DuckDB's own way to say it, which the embedded engine takes beside `s.NEXT_VALUE`.
  ['NEXTVAL', 'serial'],
  ['DBLINK', 'remote'],
  ['CLOB_FROM_FILE', 'serverFile'],
  ['BLOB_FROM_FILE', 'serverFile'],
  ['CHAR_TO_CLOB', 'lobFile'],
  ['CHAR_TO_BLOB', 'lobFile'],
  ['BIT_TO_BLOB', 'lobFile'],
]);

const SERIAL_PARTS: ReadonlySet<string> = new Set(['NEXT_VALUE', 'NEXTVAL']);

/** All side effects that the text of one statement shows, in the order of the text. */
export function findSideEffects(tokens: StatementTokens): SideEffect[] {
  const found: SideEffect[] = [];
  tokens.forEach((_, at) => {
    const effect = sideEffectAt(tokens, at);
    if (effect !== undefined) found.push({ ...effect, offset: tokens.startOf(at), at });
  });
  return found;
}

function sideEffectAt(
  tokens: readonly StatementToken[],
  at: number,
): Pick<SideEffect, 'kind' | 'construct'> | undefined {
  const token = tokens[at];
  if (token?.symbol === '@') {
    return isRemoteMark(tokens, at) ? { kind: 'remote', construct: 'table@server' } : undefined;
  }
  const name = token?.name;
  if (token === undefined || name === undefined) return undefined;
  const called = CALLS.get(name);
  if (called !== undefined && isCall(tokens, at, called)) return { kind: called, construct: `${name}(…)` };
  if (token.isPart && SERIAL_PARTS.has(name)) return { kind: 'serial', construct: name };
  return clauseAt(tokens, at);
}

/** The words of these clauses cannot be quoted. */
function clauseAt(
  tokens: readonly StatementToken[],
  at: number,
): Pick<SideEffect, 'kind' | 'construct'> | undefined {
  const first = tokens[at]?.keyword;
  if (first !== 'FOR' && first !== 'WITH' && first !== 'LOG') return undefined;
  const [second, third] = [tokens[at + 1]?.keyword, tokens[at + 2]?.keyword];
  if (first === 'FOR' && second === 'UPDATE') return { kind: 'lock', construct: 'FOR UPDATE' };
  if (first === 'WITH' && third === 'FOR' && (second === 'INCREMENT' || second === 'DECREMENT')) {
    return { kind: 'increment', construct: `WITH ${second} FOR` };
  }
  const isLogHeader =
    first === 'LOG' && second === 'HEADER' && third === 'OF' && tokens[0]?.keyword === 'SHOW';
  return isLogHeader ? { kind: 'serverFile', construct: 'SHOW LOG HEADER OF' } : undefined;
}

/**
 * A name with an opening parenthesis behind it, unless it is being given to something: `… AS incr (a, b)` and
 * `WITH incr (a) AS (…)` name columns.
 */
function isCall(tokens: readonly StatementToken[], at: number, kind: SideEffectKind): boolean {
  if (tokens[at + 1]?.symbol !== '(') return false;
  // Nobody names columns after these functions, so that they need no exception.
  if (kind === 'serverFile') return true;
  const before = tokens[at - 1]?.keyword;
  if (before === 'AS') return false;
  if (before === 'RECURSIVE') return tokens[at - 2]?.keyword !== 'WITH';
  // START WITH is followed by a condition, which may call anything.
  return before !== 'WITH' || tokens[at - 2]?.keyword === 'START';
}
