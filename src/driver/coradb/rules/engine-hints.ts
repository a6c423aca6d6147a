import { deed } from '../../../errors/edge-names.js';
import type { EngineError } from '../../driver-errors.js';

const WAITED_IN_TURN =
  'Two transactions waited for each other, and this one was given up. Send the call again when the other has ended.';
const LOCKED =
  'Another transaction holds the lock. Send the call again when that one has ended, or with a larger timeoutMs.';
const NO_SERVER =
  'The broker answers, but it reaches no running server of that database. Check the name (case counts) and that the database is started.';
const SERVER_GONE = 'The database server stopped or changed its role. Send the call again when it is back.';
const READ_ONLY =
  'The broker or the database takes no changes (ACCESS_MODE=RO or SO, or a standby server): use a broker that allows them.';
const NO_LOGIN = 'Check user and password.';
const LIST = `${deed('describe')} shows the tables, views and columns that this user sees.`;
const NO_RIGHT =
  'This user may not do that. Use a user who may, or let the owner of the table grant the right.';
const SAME_KEY = 'A row with that key is there already: change that row, or give another key.';

/**
 * What to do next about errors of the engine whose own words do not tell it, by code (cas-protocol §11, error_code.h
 * of the public sources). A deadlock has two faces: -72 without a lock time-out, -966 to -968 with one, as each call
 * sets it (seen live).
 */
const HINTS: ReadonlyMap<number, string> = new Map([
  [-72, WAITED_IN_TURN],
  [-966, WAITED_IN_TURN],
  [-967, WAITED_IN_TURN],
  [-968, WAITED_IN_TURN],
  [-73, LOCKED],
  [-74, LOCKED],
  [-75, LOCKED],
  [-76, LOCKED],
  [-111, SERVER_GONE],
  [-191, NO_SERVER],
  [-199, SERVER_GONE],
  [-224, SERVER_GONE],
  [-677, NO_SERVER],
  [-581, READ_ONLY],
  [-165, NO_LOGIN],
  [-171, NO_LOGIN],
  [-670, SAME_KEY],
]);

/** Of -493 (syntax) and -494 (semantics), which cover much: by the engine's own words (seen live). */
const HINTS_BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/Unknown class|is not defined/, LIST],
  [/is not authorized on/, NO_RIGHT],
];

export function engineHint(code: number, message: string): string | undefined {
  if (code !== -493 && code !== -494) return HINTS.get(code);
  return HINTS_BY_WORDS.find(([words]) => words.test(message))?.[1];
}

/** The engine's words for a value that does not fit a type (engine-behaviour §6). */
const UNFIT = /cannot coerce|overflow|out of range|invalid input/i;
/** The same in words that vary: a time out of range, an unknown time zone, JSON that is none (seen live). */
const UNFIT_CODES: ReadonlySet<unknown> = new Set([-176, -1162, -1197]);

export function isUnfitValue({ code, engineMessage }: EngineError): boolean {
  return UNFIT.test(engineMessage) || UNFIT_CODES.has(code);
}
