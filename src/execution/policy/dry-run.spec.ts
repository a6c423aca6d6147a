import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GuardError } from '../../errors/call-error.js';
import {
  checkDryRun,
  checkPlanInDryRun,
  checkTransactionControl,
  counterNotes,
  throwRefusal,
} from '../../../test/helpers/statement-checks.js';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { splitStatements } from '../../sql/statement-splitter.js';
import { judgeDryRunKind } from './dry-run.js';

interface RollbackCase {
  readonly sql: string;
  readonly undoneByRollback: boolean;
  readonly note: string;
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/cases/rollback.json', import.meta.url), 'utf8'),
) as RollbackCase[];

/** The serial step stands in a view; the plan shows it (engine-behaviour, "Plans"). */
const HIDDEN_IN_VIEW = 'SELECT n FROM vnext';
const PLAN_OF_VIEW = 'Query stmt:\n\nselect (serial_next_value(sq, 1)) from db_root vnext\n\n';

/** Undone by a rollback, and refused all the same: they steer the transaction, hide a statement, or are INCR. */
const REFUSED_THOUGH_UNDONE = [
  'ROLLBACK',
  'ROLLBACK WORK',
  'SAVEPOINT sp1; INSERT INTO zz5(v) VALUES (90); ROLLBACK TO SAVEPOINT sp1',
  "PREPARE ps FROM 'INSERT INTO zz5(v) VALUES (?)'; EXECUTE ps USING 91",
  'SELECT INCR(cnt) FROM t WHERE id = 1 FOR UPDATE',
];

const checkKind = (kind: string): void => throwRefusal(judgeDryRunKind(kind, CORADB_SQL_RULES.kinds));

/** What a dry run makes of a case: it runs, it runs and says what stays, or it is refused. */
function dryRun(sql: string): string {
  const result = splitStatements(sql);
  if (result.kind === 'refused') return 'refused';
  try {
    const notes = result.statements.flatMap((statement) => {
      checkTransactionControl(statement);
      checkDryRun(statement);
      return counterNotes(statement, new Set());
    });
    if (sql === HIDDEN_IN_VIEW) notes.push(...checkPlanInDryRun(PLAN_OF_VIEW));
    return notes.length === 0 ? 'runs' : 'runs with notes';
  } catch (error) {
    expect(error).toBeInstanceOf(GuardError);
    return 'refused';
  }
}

const STAYS = CASES.filter(({ undoneByRollback }) => !undoneByRollback);
const UNDONE = CASES.filter(({ undoneByRollback }) => undoneByRollback);

describe(`the ${CASES.length} measured cases of rollback.json`, () => {
  it('are all there', () => {
    expect([CASES.length, STAYS.length, UNDONE.length]).toEqual([92, 24, 68]);
  });

  it.each(STAYS)('$sql: $note', ({ sql, note }) => {
    const isCounter =
      (note.startsWith('serial step') || note.includes('AUTO_INCREMENT')) &&
      !/^(PREPARE|EXECUTE|SET)/.test(sql);
    expect(dryRun(sql)).toBe(isCounter ? 'runs with notes' : 'refused');
  });

  it.each(UNDONE)('$sql: $note', ({ sql }) => {
    const expected = REFUSED_THOUGH_UNDONE.includes(sql) ? ['refused'] : ['runs', 'runs with notes'];
    expect(expected).toContain(dryRun(sql));
  });
});

describe('refusals', () => {
  it.each([
    'UPDATE /* x */ STATISTICS ON t',
    'SELECT id FROM t WITH INCREMENT FOR cnt',
    'INSERT INTO a SELECT * FROM t @ srv1',
    'VACUUM',
    "CALL add_user('u') ON CLASS db_user",
    "SET TIMEZONE '+9:00'",
    'DROP VARIABLE @a',
    'SELECT (@a := id) FROM t',
  ])('%s', (sql) => {
    expect(() => checkDryRun({ text: sql })).toThrow(/cannot be tried in a dry run/);
  });

  it.each([
    'INSERT INTO incr(a) VALUES (1)',
    'CREATE INDEX i ON decr(a)',
    'UPDATE statistics SET a = 1',
    'SET TRACE ON',
    'SELECT @a, id FROM t WHERE id = @b',
    'SELECT id FROM t FOR UPDATE',
    'EXECUTE DEFERRED TRIGGER ALL TRIGGERS',
  ])('none for %s', (sql) => {
    expect(() => checkDryRun({ text: sql })).not.toThrow();
  });

  it('name the construct, its place and the reason', () => {
    expect(() => checkDryRun({ text: 'DELETE FROM\n t@srv1' })).toThrow(
      'table@server at line 2, column 3 cannot be tried in a dry run: the other database saves what it does at once.',
    );
  });

  it('look at the kind and the plan too', () => {
    expect(() => checkKind('UPDATE_STATS')).toThrow('compiled the statement as UPDATE_STATS');
    expect(() => checkKind('CREATE_CLASS')).not.toThrow();
    expect(() =>
      checkPlanInDryRun("Query stmt:\n\nselect 1 from DBLINK(srv1, 'select 1') x (a integer)"),
    ).toThrow('calls dblink(…), which a rollback does not undo');
    expect(checkPlanInDryRun('')).toEqual([]);
  });
});
