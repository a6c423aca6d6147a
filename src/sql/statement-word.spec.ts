import { describe, expect, it } from 'vitest';
import { checkPlanRequest, takesEffectWhenPlanned } from './plan-request-check.js';
import { isSelectLike } from './statement-word.js';

describe('isSelectLike', () => {
  it.each([
    'SELECT 1',
    '((SELECT id FROM t))',
    '-- a\n/*+ h */ select 1',
    'VALUES (1)',
    'SHOW TABLES',
    'DESC t',
    'WITH c AS (SELECT 1 a) SELECT * FROM c',
    'WITH RECURSIVE c (a) AS (SELECT 1), d AS (SELECT 2) (SELECT * FROM c)',
    "WITH c AS (SELECT 'UPDATE' a) (WITH d AS (SELECT 1) VALUES (1))",
  ])('%s is', (sql) => {
    expect(isSelectLike(sql)).toBe(true);
  });

  it.each([
    '',
    'UPDATE t SET v = 1',
    'WITH c AS (SELECT 1 a) UPDATE t SET v = 1',
    'WITH c AS (SELECT 1 a) (DELETE FROM t)',
    'WITH c AS (SELECT 1 a)',
    '(INSERT INTO t VALUES (1))',
    '"SELECT" 1',
    'SELECTED',
  ])('%s is not', (sql) => {
    expect(isSelectLike(sql)).toBe(false);
  });

  it('is not slowed down by nesting', () => {
    expect(isSelectLike(`${'WITH a AS (SELECT 1) ('.repeat(20_000)}DELETE FROM t`)).toBe(false);
    expect(isSelectLike(`${'('.repeat(200_000)}SELECT 1`)).toBe(true);
  });
});

describe('takesEffectWhenPlanned', () => {
  it.each([
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT s',
    'SET @v = 1',
    "SET SYSTEM PARAMETERS 'a=b'",
    'SET TRANSACTION LOCK TIMEOUT 1',
    "CALL find_user('dba') ON CLASS db_user",
    'KILL 1',
    "PREPARE p FROM 'SELECT 1'",
    'EVALUATE 1',
    '',
  ])('%s does', (sql) => {
    expect(takesEffectWhenPlanned(sql)).toBe(true);
    expect(() => checkPlanRequest(sql)).toThrow('would run this statement when asked for its plan');
  });

  it.each([
    'SELECT 1',
    '(SELECT 1)',
    'WITH c AS (SELECT 1) SELECT * FROM c',
    'UPDATE t SET v = 1',
    'EXECUTE p',
  ])('%s does not', (sql) => {
    expect(takesEffectWhenPlanned(sql)).toBe(false);
  });
});
