import { expect, it } from 'vitest';
import { CORADB_SQL_RULES } from '../driver/coradb/rules/sql-rules.js';
import { EMBEDDED_SQL_RULES } from '../driver/embedded/rules/sql-rules.js';
import { factsOf } from './facts.js';
import type { SqlRules } from './sql-rules.js';

const changes = (sql: string, rules: SqlRules): boolean =>
  factsOf(sql, rules).some(({ changesWhatIsThere }) => changesWhatIsThere);
const BOTH = [CORADB_SQL_RULES, EMBEDDED_SQL_RULES];

it.each([
  'SELECT * FROM t',
  '(SELECT 1) UNION (SELECT 2)',
  'WITH c AS (SELECT 1) SELECT * FROM c',
  'SHOW TABLES',
  "INSERT INTO t VALUES ('ON DUPLICATE KEY UPDATE')",
  'INSERT INTO t SELECT * FROM u',
  'CREATE TABLE t (a INTEGER)',
  'create view v as select 1',
  'INSERT OR IGNORE INTO t VALUES (1)',
  'INSERT INTO t VALUES (1) ON CONFLICT (a) DO NOTHING',
  "INSERT INTO t VALUES ('or replace', 'do update')",
  'SELECT s.NEXT_VALUE',
])('adds or reads only: %s', (sql) => {
  for (const rules of BOTH) expect(changes(sql, rules)).toBe(false);
});

it.each([
  'DELETE FROM t',
  '/* SELECT */ update t SET a = 1',
  'WITH c AS (SELECT 1) DELETE FROM t',
  'REPLACE INTO t VALUES (1)',
  "COMMENT ON TABLE t IS 'x'",
  'ALTER VIEW a RENAME TO b',
  'CREATE OR REPLACE TABLE t (a INTEGER)',
  'CREATE OR REPLACE SEQUENCE s',
  'DROP SCHEMA s CASCADE',
  'MERGE INTO t USING u ON (1 = 1) WHEN MATCHED THEN UPDATE SET a = 1',
  'TRUNCATE t',
  'DROP TABLE t',
  'ALTER TABLE t ADD COLUMN b INTEGER',
  'RENAME TABLE a TO b',
  'CREATE OR REPLACE VIEW v AS SELECT 1',
  'GRANT SELECT ON t TO u',
  'CALL p()',
  'DO 1',
  'UPDATE STATISTICS ON t',
  'SELECT INCR(n) FROM t',
  'SELECT * FROM t WHERE a = 1 WITH INCREMENT FOR n',
  'INSERT INTO t@other VALUES (1)',
  'something the engine may know',
])('may change or remove what is there: %s', (sql) => {
  for (const rules of BOTH) expect(changes(sql, rules)).toBe(true);
});

it.each([
  "INSERT OR REPLACE INTO category VALUES (1, 'x', NULL)",
  'insert /* x */ or -- y\n replace into t values (1)',
  'WITH c AS (SELECT 1) INSERT OR REPLACE INTO t SELECT * FROM c',
  'INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2',
  'INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET b = excluded.b',
])('replaces on the embedded engine: %s', (sql) => {
  expect(changes(sql, EMBEDDED_SQL_RULES)).toBe(true);
});

it.each(['INSERT INTO t VALUES (1) ON /* x */ DUPLICATE KEY UPDATE a = 2'])(
  'replaces on CoraDB: %s',
  (sql) => {
    expect(changes(sql, CORADB_SQL_RULES)).toBe(true);
  },
);

it.each([
  'FROM t',
  'FROM t SELECT a WHERE a > 1',
  'TABLE t',
  'SUMMARIZE t',
  'DESCRIBE t',
  'PIVOT t ON kind IN (1, 2) USING sum(a)',
  'UNPIVOT t ON a, b',
  'WITH c AS (SELECT 1) FROM c',
])('reads on the embedded engine, and is unknown to CoraDB: %s', (sql) => {
  expect(factsOf(sql, EMBEDDED_SQL_RULES)).toMatchObject([{ reads: true, changesWhatIsThere: false }]);
  if (!sql.startsWith('DESCRIBE')) expect(factsOf(sql, CORADB_SQL_RULES)).toMatchObject([{ reads: false }]);
});
