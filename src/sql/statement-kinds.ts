/**
 * Statement kinds as the engine compiles them, by the names of cas-protocol §6, grouped by what the tools allow.
 * They are the second look at a statement; the first is its text, since some take effect while they are compiled.
 */

/**
 * Ends or steers the transaction or the connection, which belong to the call (engine-behaviour, "What ends or
 * poisons the transaction").
 */
export const TRANSACTION_CONTROL_KINDS: ReadonlySet<string> = new Set([
  'COMMIT_WORK',
  'ROLLBACK_WORK',
  'SAVEPOINT',
  'PREPARE',
  'ATTACH',
  'PREPARE_STATEMENT',
  'EXECUTE_PREPARE',
  'SET_TRANSACTION',
  'SET_SYS_PARAMS',
  'SET_OPT_LVL',
  'KILL',
]);

/** Not undone by a rollback, and not one of the above (engine-behaviour, "Not undone"). */
export const NOT_UNDONE_KINDS: ReadonlySet<string> = new Set([
  'UPDATE_STATS',
  'VACUUM',
  'CALL',
  'CALL_SP',
  'SET_SESSION_VARIABLES',
  'DROP_SESSION_VARIABLES',
  'SET_NAMES',
  'SET_TIMEZONE',
  'SET_TRIGGER',
]);
