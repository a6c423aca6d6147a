import type { EffectClause, FirstWords, SideEffectKind } from '../sql/sql-rules.js';

/*
 * Words that the callers of every engine here use: the embedded engine is given the SQL of CoraDB, and what it does not
 * have it refuses with the same words. An engine with other SQL has tables of its own.
 */

const ENDS = 'would end the transaction of the call';
const STEERS = 'steers the transaction, which belongs to the call';
const HIDES = 'runs a statement that this server does not see';

/** What ends or steers the transaction (engine-behaviour, "What ends or poisons the transaction"). */
export const CONTROL_WORDS: readonly FirstWords[] = [
  { words: ['COMMIT'], because: ENDS },
  { words: ['ROLLBACK'], because: ENDS },
  { words: ['SAVEPOINT'], because: STEERS },
  { words: ['RELEASE'], because: STEERS },
  { words: ['BEGIN'], because: STEERS },
  { words: ['START', 'TRANSACTION'], because: STEERS },
  { words: ['END'], because: ENDS },
  { words: ['ABORT'], because: ENDS },
  { words: ['PREPARE', 'TO', 'COMMIT'], because: ENDS },
  { words: ['ATTACH'], because: STEERS },
  { words: ['PREPARE'], because: HIDES },
  { words: ['EXECUTE'], unless: ['EXECUTE', 'DEFERRED', 'TRIGGER'], because: HIDES },
  {
    words: ['SET', 'TRANSACTION'],
    because: 'changes the isolation or the lock timeout that the call has set',
  },
  {
    words: ['SET', 'SYSTEM'],
    because: 'changes how the server works, even for other sessions, and how it reads text',
  },
  { words: ['SET', 'OPTIMIZATION'], because: 'may make all later queries return no rows' },
  { words: ['KILL'], because: 'ends the work of other sessions at once' },
];

/** Methods that steer the connection, and the verbs that call them. */
export const CONTROL_METHODS = {
  verbs: new Set(['CALL', 'EVALUATE', 'DO']),
  methods: new Map([['LOGIN', 'changes the user of the connection']]),
};

/** What a rollback does not undo (engine-behaviour, "Not undone"). */
export const NOT_UNDONE_WORDS: readonly FirstWords[] = [
  { words: ['UPDATE', 'STATISTICS', 'ON'], because: 'the new statistics stay after a rollback' },
  { words: ['VACUUM'], because: 'its work stays after a rollback' },
  { words: ['CALL'], because: 'what a method or procedure does outside this transaction stays' },
  // SET TRACE only shows what ran.
  {
    words: ['SET'],
    unless: ['SET', 'TRACE'],
    because: 'the setting stays after a rollback, until the connection ends',
  },
  { words: ['DROP', 'VARIABLE'], because: 'the variable does not come back with a rollback' },
];

/** Functions with a side effect. */
export const EFFECT_CALLS: ReadonlyMap<string, SideEffectKind> = new Map<string, SideEffectKind>([
  ['INCR', 'increment'],
  ['DECR', 'increment'],
  ['SERIAL_NEXT_VALUE', 'serial'],
  ['DBLINK', 'remote'],
  ['CLOB_FROM_FILE', 'serverFile'],
  ['BLOB_FROM_FILE', 'serverFile'],
  ['CHAR_TO_CLOB', 'lobFile'],
  ['CHAR_TO_BLOB', 'lobFile'],
  ['BIT_TO_BLOB', 'lobFile'],
]);

export const EFFECT_CLAUSES: readonly EffectClause[] = [
  { words: ['FOR', 'UPDATE'], kind: 'lock' },
  { words: ['WITH', 'INCREMENT', 'FOR'], kind: 'increment' },
  { words: ['WITH', 'DECREMENT', 'FOR'], kind: 'increment' },
  { words: ['LOG', 'HEADER', 'OF'], kind: 'serverFile', construct: 'SHOW LOG HEADER OF', verb: 'SHOW' },
];

/** First words of statements that carry SQL in strings. */
export const CARRIES_SQL = [['PREPARE'], ['CREATE', 'PROCEDURE'], ['CREATE', 'FUNCTION']];

export const FILLS_COUNTERS: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'MERGE']);

export const KEEPS_TEXT: ReadonlySet<string> = new Set([
  'VIEW',
  'VCLASS',
  'TRIGGER',
  'PROCEDURE',
  'FUNCTION',
]);

export const SERIAL_STEPS: ReadonlySet<string> = new Set(['NEXT_VALUE', 'NEXTVAL']);
