import { describe, expect, it } from 'vitest';
import { checkTransactionControl, throwRefusal } from '../../../test/helpers/statement-checks.js';
import { CORADB_SQL_RULES } from '../../driver/coradb/rules/sql-rules.js';
import { judgeControlKind } from './transaction-control.js';

const check = (sql: string) => (): void => checkTransactionControl({ text: sql });

const checkKind = (kind: string) => (): void => throwRefusal(judgeControlKind(kind, CORADB_SQL_RULES.kinds));

describe('transaction control', () => {
  it.each([
    'COMMIT',
    'commit work',
    '/* a */ Commit -- b',
    'ROLLBACK',
    'ROLLBACK TO SAVEPOINT sp1',
    'ROLLBACK TO sp1',
    'SAVEPOINT sp1',
    'RELEASE SAVEPOINT sp1',
    'BEGIN',
    'BEGIN WORK',
    'START TRANSACTION',
    'END',
    'ABORT',
    'PREPARE TO COMMIT 1',
    'ATTACH 1',
    "PREPARE p FROM 'COMMIT'",
    'EXECUTE p',
    'EXECUTE p USING 1',
    'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE',
    'SET TRANSACTION LOCK TIMEOUT 1',
    "SET /* x */ SYSTEM\rPARAMETERS 'no_backslash_escapes=no'",
    'SET OPTIMIZATION LEVEL 2',
    "CALL login('u', 'p') ON CLASS db_user",
    "CALL [Login] ('u', 'p') ON CLASS db_user",
    "DO db_user.\"LOGIN\"('u', 'p')",
    'KILL 1',
    'KILL QUERY 1',
  ])('refuses %s', (sql) => {
    expect(check(sql)).toThrow(/ at line 1, column \d+ /);
  });

  it.each([
    "INSERT INTO t VALUES ('COMMIT')",
    'SELECT 1 AS [commit]',
    'EXECUTE DEFERRED TRIGGER ALL TRIGGERS',
    'START_X',
    'SET NAMES utf8',
    'SET TRACE ON',
    'SET @a = 1',
    'SELECT login FROM users',
    "CALL find_user('dba') ON CLASS db_user",
    'DEALLOCATE PREPARE p',
    '/* COMMIT */ DELETE FROM t',
    'CREATE PROCEDURE p AS BEGIN COMMIT; END',
    '',
  ])('allows %s', (sql) => {
    expect(check(sql)).not.toThrow();
  });

  it('names the words, their place, the reason and the next step', () => {
    expect(check('-- save\nCOMMIT WORK')).toThrow(
      expect.objectContaining({
        message: 'COMMIT at line 2, column 1 would end the transaction of the call.',
        hint: 'Leave it out; the call commits when every statement has succeeded, and rolls back otherwise.',
        position: { offset: 8, line: 2, column: 1 },
      }) as Error,
    );
  });

  it('looks at the kind too', () => {
    expect(checkKind('ROLLBACK_WORK')).toThrow('compiled the statement as ROLLBACK_WORK');
    expect(checkKind('INSERT')).not.toThrow();
  });
});
