import type { StatementKind } from '../../../driver.js';

/** cas-protocol §6: names of statement types 0 to 70, blanks as `_`. */
const NAMES = [
  'ALTER_CLASS',
  'ALTER_SERIAL',
  'COMMIT_WORK',
  'REGISTER_DATABASE',
  'CREATE_CLASS',
  'CREATE_INDEX',
  'CREATE_TRIGGER',
  'CREATE_SERIAL',
  'DROP_DATABASE',
  'DROP_CLASS',
  'DROP_INDEX',
  'DROP_LABEL',
  'DROP_TRIGGER',
  'DROP_SERIAL',
  'EVALUATE',
  'RENAME_CLASS',
  'ROLLBACK_WORK',
  'GRANT',
  'REVOKE',
  'UPDATE_STATS',
  'INSERT',
  'SELECT',
  'UPDATE',
  'DELETE',
  'CALL',
  'GET_ISO_LVL',
  'GET_TIMEOUT',
  'GET_OPT_LVL',
  'SET_OPT_LVL',
  'SCOPE',
  'GET_TRIGGER',
  'SET_TRIGGER',
  'SAVEPOINT',
  'PREPARE',
  'ATTACH',
  'USE',
  'REMOVE_TRIGGER',
  'RENAME_TRIGGER',
  'ON_LDB',
  'GET_LDB',
  'SET_LDB',
  'GET_STATS',
  'CREATE_USER',
  'DROP_USER',
  'ALTER_USER',
  'SET_SYS_PARAMS',
  'ALTER_INDEX',
  'CREATE_STORED_PROCEDURE',
  'DROP_STORED_PROCEDURE',
  'PREPARE_STATEMENT',
  'EXECUTE_PREPARE',
  'DEALLOCATE_PREPARE',
  'TRUNCATE',
  'DO',
  'SELECT_UPDATE',
  'SET_SESSION_VARIABLES',
  'DROP_SESSION_VARIABLES',
  'MERGE',
  'SET_NAMES',
  'ALTER_STORED_PROCEDURE',
  'KILL',
  'VACUUM',
  'SET_TIMEZONE',
  'CREATE_SERVER',
  'DROP_SERVER',
  'RENAME_SERVER',
  'ALTER_SERVER',
  'ALTER_SYNONYM',
  'CREATE_SYNONYM',
  'DROP_SYNONYM',
  'RENAME_SYNONYM',
] as const;

/** Raw parser node numbers of 11.4, which depend on the release, and the callable statement. */
const LATE_NAMES: ReadonlyMap<number, string> = new Map([
  [75, 'ALTER_TRIGGER'],
  [88, 'EXECUTE_TRIGGER'],
  [99, 'SET_TRANSACTION'],
  [112, 'SET_TRACE'],
  [117, 'VACUUM'],
  [126, 'CALL_SP'],
]);

const StatementType = {
  EVALUATE: 14,
  INSERT: 20,
  SELECT: 21,
  CALL: 24,
  GET_STATS: 41,
  CALL_SP: 126,
} as const;

/** In results of these types every value starts with its type (cas-protocol §4.6). */
const PREFIXED: ReadonlySet<number> = new Set([
  StatementType.EVALUATE,
  StatementType.CALL,
  StatementType.GET_STATS,
  StatementType.CALL_SP,
]);

/** Types that can deliver rows. */
const WITH_ROWS: ReadonlySet<number> = new Set([StatementType.SELECT, ...PREFIXED]);

/** Name of a statement type, `UNKNOWN_<number>` for one that is not in the list. */
export function statementKind(type: number): StatementKind {
  return NAMES[type] ?? LATE_NAMES.get(type) ?? `UNKNOWN_${type}`;
}

export function valuesArePrefixed(type: number | undefined): boolean {
  return type !== undefined && PREFIXED.has(type);
}

export function canDeliverRows(type: number): boolean {
  return WITH_ROWS.has(type);
}
