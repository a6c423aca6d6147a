import type { SqlRules } from '../../../sql/sql-rules.js';
import {
  CARRIES_SQL,
  CONTROL_METHODS,
  CONTROL_WORDS,
  EFFECT_CALLS,
  EFFECT_CLAUSES,
  FILLS_COUNTERS,
  KEEPS_TEXT,
  NOT_UNDONE_WORDS,
  SERIAL_STEPS,
} from '../../sql-words.js';

/** CoraDB's words (engine-behaviour, "What ends or poisons the transaction", "Not undone", "Side effects"). */
export const CORADB_SQL_RULES: SqlRules = {
  readingVerbs: new Set(['SELECT', 'VALUES', 'SHOW', 'DESC', 'DESCRIBE', 'EXPLAIN']),
  mainVerbs: new Set(['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'MERGE']),
  addingVerbs: new Map([
    ['INSERT', [{ words: ['ON', 'DUPLICATE', 'KEY'] }]],
    ['CREATE', [{ words: ['CREATE', 'OR'], first: true }]],
  ]),
  control: CONTROL_WORDS,
  controlMethods: CONTROL_METHODS,
  notUndone: NOT_UNDONE_WORDS,
  calls: EFFECT_CALLS,
  serialSteps: SERIAL_STEPS,
  clauses: EFFECT_CLAUSES,
  carriesSql: CARRIES_SQL,
  fillsCounters: FILLS_COUNTERS,
  keepsText: KEEPS_TEXT,
  /** By the names of cas-protocol §6. */
  kinds: {
    control: new Set([
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
    ]),
    notUndone: new Set([
      'UPDATE_STATS',
      'VACUUM',
      'CALL',
      'CALL_SP',
      'SET_SESSION_VARIABLES',
      'DROP_SESSION_VARIABLES',
      'SET_NAMES',
      'SET_TIMEZONE',
      'SET_TRIGGER',
    ]),
  },
};
