import { describe, expect, it } from 'vitest';
import { DEFAULT_LEXICAL_SETTINGS } from '../../../sql/lexical-settings.js';
import { kindOfText } from './text-kind.js';

// Names of cas-protocol §6; which statement has which is in engine-behaviour, "Statement type numbers".
describe('the kind of a statement by its text', () => {
  it.each([
    ['SELECT 1', 'SELECT'],
    ['(SELECT 1) UNION SELECT 2', 'SELECT'],
    ['WITH c AS (SELECT 1) SELECT * FROM c', 'SELECT'],
    ['/* DELETE */ select 1', 'SELECT'],
    ['SHOW TABLES', 'SELECT'],
    ['DESC t', 'SELECT'],
    ['WITH c AS (SELECT 1) UPDATE t SET a = 1', 'UPDATE'],
    ['INSERT INTO t VALUES (1)', 'INSERT'],
    ['REPLACE INTO t VALUES (1)', 'INSERT'],
    ['update t set a = 1', 'UPDATE'],
    ['UPDATE STATISTICS ON ALL CLASSES', 'UPDATE_STATS'],
    ['DELETE FROM t', 'DELETE'],
    ['MERGE INTO t USING s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET b = 1', 'MERGE'],
    ['TRUNCATE t', 'TRUNCATE'],
    ['CREATE TABLE t (a INT)', 'CREATE_CLASS'],
    ['CREATE OR REPLACE VIEW v AS SELECT 1', 'CREATE_CLASS'],
    ['CREATE REVERSE UNIQUE INDEX i ON t (a)', 'CREATE_INDEX'],
    ['ALTER SERIAL s INCREMENT BY 2', 'ALTER_SERIAL'],
    ['DROP FUNCTION f', 'DROP_STORED_PROCEDURE'],
    ['RENAME TABLE a AS b', 'RENAME_CLASS'],
    ['GRANT SELECT ON t TO u', 'GRANT'],
    ['COMMIT WORK', 'COMMIT_WORK'],
    ['ROLLBACK', 'ROLLBACK_WORK'],
    ['SAVEPOINT s', 'SAVEPOINT'],
    ["PREPARE p FROM 'COMMIT'", 'PREPARE_STATEMENT'],
    ['EXECUTE p', 'EXECUTE_PREPARE'],
    ["SET SYSTEM PARAMETERS 'a=b'", 'SET_SYS_PARAMS'],
    ['SET @v = 1', 'SET_SESSION_VARIABLES'],
    ['DROP x', 'UNKNOWN'],
    ['FROBNICATE', 'UNKNOWN'],
    ['', 'UNKNOWN'],
  ])('%s is %s', (sql, kind) => {
    expect(kindOfText(sql, DEFAULT_LEXICAL_SETTINGS)).toBe(kind);
  });
});
