import { describe, expect, it } from 'vitest';
import { CORADB_SQL_RULES } from '../driver/coradb/rules/sql-rules.js';
import { DEFAULT_LEXICAL_SETTINGS } from './lexical-settings.js';
import { readTokens } from './statement-tokens.js';
import { statementVerb } from './statement-verb.js';

const isSelectLike = (sql: string): boolean =>
  CORADB_SQL_RULES.readingVerbs.has(
    statementVerb(readTokens(sql, DEFAULT_LEXICAL_SETTINGS), CORADB_SQL_RULES) ?? '',
  );

describe('the verb of a query', () => {
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
