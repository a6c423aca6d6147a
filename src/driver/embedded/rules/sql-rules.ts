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

/**
 * DuckDB's words, by the list of its statements (DuckDB manual, "Statements"):
 *
 * - they read: SELECT, FROM t, TABLE t, VALUES, SHOW, DESCRIBE, SUMMARIZE, EXPLAIN, PIVOT and UNPIVOT
 * - they add: INSERT and CREATE, unless they replace: INSERT OR REPLACE, ON CONFLICT … DO UPDATE, CREATE OR REPLACE
 * - they change or remove what is there: UPDATE, DELETE, MERGE, TRUNCATE, DROP, ALTER, COMMENT ON, and what is on no list
 * - the engine refuses by itself (`statement-form.ts`): what reaches files, settings, other databases or the transaction
 */
export const EMBEDDED_SQL_RULES: SqlRules = {
  readingVerbs: new Set(
    'SELECT FROM TABLE VALUES SHOW DESC DESCRIBE SUMMARIZE EXPLAIN PIVOT PIVOT_WIDER PIVOT_LONGER UNPIVOT'.split(
      ' ',
    ),
  ),
  mainVerbs: new Set(
    'SELECT FROM TABLE VALUES PIVOT PIVOT_WIDER PIVOT_LONGER UNPIVOT INSERT UPDATE DELETE MERGE'.split(' '),
  ),
  addingVerbs: new Map([
    ['INSERT', [{ words: ['INSERT', 'OR', 'REPLACE'] }, { words: ['DO', 'UPDATE'] }]],
    ['CREATE', [{ words: ['CREATE', 'OR'], first: true }]],
  ]),
  control: CONTROL_WORDS,
  controlMethods: CONTROL_METHODS,
  notUndone: NOT_UNDONE_WORDS,
  calls: new Map([...EFFECT_CALLS, ['NEXTVAL', 'serial']]),
  serialSteps: SERIAL_STEPS,
  clauses: EFFECT_CLAUSES,
  carriesSql: CARRIES_SQL,
  fillsCounters: FILLS_COUNTERS,
  keepsText: KEEPS_TEXT,
  // What it compiles is of the kinds that `statement-form.ts` lets pass, none of which steers anything.
  kinds: { control: new Set(), notUndone: new Set() },
};
