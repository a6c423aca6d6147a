import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, PATIENCE_MS, rowsOf } from '../../../test/helpers/embedded.js';
import { CallError } from '../../errors/call-error.js';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.js';
import { ALLOWED_TABLE_FUNCTIONS } from './rules/forbidden-names.js';

let folder: string;
let driver: EmbeddedDriver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coradb-sandbox-'));
  writeFileSync(join(folder, 'secret.csv'), 'a,b\nhidden,1\n');
  driver = createEmbeddedDriver({ directory: folder });
  await (await connectTo(driver)).close();
}, PATIENCE_MS);
afterAll(async () => {
  await driver.dispose();
  rmSync(folder, { recursive: true });
});

/** `{file}` and `{db}` are a file of the host and the database's own file. */
const ATTACKS = [
  // files
  "SELECT * FROM read_text('{file}')",
  "SELECT * FROM READ_TEXT('{file}')",
  `SELECT * FROM "read_text"('{file}')`,
  "SELECT * FROM [read_text]('{file}')",
  "SELECT * FROM `read_text`('{file}')",
  "SELECT * FROM read_text /* x */ ('{file}')",
  "SELECT * FROM system.main.read_text('{file}')",
  "SELECT * FROM read_csv('{file}')",
  "SELECT * FROM read_csv_auto('{file}')",
  "SELECT * FROM read_json('{file}')",
  "SELECT * FROM read_ndjson_objects('{file}')",
  "SELECT * FROM read_blob('{db}')",
  "SELECT * FROM read_duckdb('{db}')",
  "SELECT * FROM parquet_scan('{file}')",
  "SELECT * FROM parquet_metadata('{file}')",
  "SELECT * FROM sniff_csv('{file}')",
  "SELECT * FROM glob('{file}')",
  "SELECT * FROM '{file}'",
  'SELECT * FROM "{file}"',
  'SELECT * FROM [{file}]',
  "FROM '{db}'",
  "DESCRIBE '{file}'",
  "SUMMARIZE '{file}'",
  "SELECT * FROM histogram('{file}', a)",
  "SELECT * FROM pragma_table_info('{file}')",
  "CREATE TABLE stolen AS SELECT * FROM '{file}'",
  "CREATE TABLE stolen AS SELECT * FROM read_text('{file}')",
  "CREATE VIEW stolen AS SELECT * FROM read_text('{file}')",
  "INSERT INTO category SELECT 99, content, NULL FROM read_text('{file}')",
  "WITH f AS (SELECT * FROM read_text('{file}')) SELECT * FROM f",
  "SELECT (SELECT content FROM read_text('{file}'))",
  "COPY product TO '{folder}/out.csv'",
  "COPY (SELECT 1) TO '{folder}/out.csv'",
  "COPY category FROM '{file}'",
  "EXPORT DATABASE '{folder}/out'",
  "IMPORT DATABASE '{folder}/out'",
  "/* harmless */ COPY product TO '{folder}/out.csv'",
  "-- harmless\rCOPY product TO '{folder}/out.csv'",
  // other databases, extensions, network
  "ATTACH '{folder}/other.duckdb' AS other",
  "ATTACH DATABASE '{file}'",
  'DETACH e',
  'USE temp',
  'INSTALL httpfs',
  'LOAD httpfs',
  "LOAD '{file}'",
  'FORCE INSTALL httpfs',
  'UPDATE EXTENSIONS',
  "SELECT * FROM read_csv('https://example.com/x.csv')",
  "SELECT * FROM 'https://example.com/x.csv'",
  'CREATE SECRET (TYPE s3)',
  'CREATE PERSISTENT SECRET s (TYPE s3)',
  'DROP SECRET s',
  // settings, logs, host
  "SELECT getenv('HOME')",
  "SELECT current_setting('home_directory')",
  "SELECT CURRENT_SETTING ('home_directory')",
  "SELECT list_transform(list_value('threads'), lambda x: current_setting(x))",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_secrets()',
  'SELECT * FROM duckdb_databases()',
  'SELECT path FROM duckdb_databases',
  'SELECT * FROM pragma_database_list',
  'SELECT * FROM pg_catalog.pg_settings',
  'SELECT * FROM "pg_settings"',
  'SELECT * FROM duckdb_extensions()',
  'SELECT * FROM duckdb_logs',
  'SELECT * FROM duckdb_logs()',
  'SELECT * FROM duckdb_temporary_files()',
  'SELECT * FROM duckdb_variables()',
  "SELECT * FROM which_secret('x', 's3')",
  'SELECT * FROM pragma_user_agent()',
  "SELECT write_log('x')",
  'SELECT * FROM enable_logging()',
  'SELECT * FROM force_checkpoint()',
  'SET threads = 8',
  'SET GLOBAL memory_limit = 1000000000',
  'SET SESSION enable_external_access = true',
  'SET VARIABLE x = 1',
  'RESET threads',
  'PRAGMA database_list',
  "PRAGMA enable_profiling('json')",
  'PRAGMA threads = 8',
  'CALL pragma_version()',
  'CALL enable_logging()',
  'CHECKPOINT',
  'FORCE CHECKPOINT',
  'VACUUM',
  'ANALYZE',
  // SQL that nobody checked
  "SELECT * FROM query('SELECT 1')",
  "SELECT * FROM query_table('product')",
  "SELECT * FROM json_execute_serialized_sql('{}')",
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'DEALLOCATE p',
  'CREATE MACRO m(a) AS a + 1',
  "CREATE MACRO m() AS TABLE SELECT * FROM read_text('{file}')",
  'CREATE FUNCTION f(a) AS a + 1',
  'CREATE OR REPLACE TEMP MACRO m(a) AS a',
  "CREATE TYPE mood AS ENUM ('x')",
  'CREATE TRIGGER t AFTER INSERT ON product FOR EACH ROW SELECT 1',
  'ALTER DATABASE e RENAME TO f',
  // the transaction belongs to the call
  'BEGIN',
  'START TRANSACTION',
  'COMMIT',
  'ROLLBACK',
  'ABORT',
  'END',
  // plans that run, several statements, escapes that CoraDB does not know
  'EXPLAIN ANALYZE DELETE FROM order_item',
  'EXPLAIN SELECT 1',
  'SELECT 1; DROP VIEW order_summary',
  "SELECT '\\'; DROP VIEW order_summary; --'",
  'SELECT $1',
  'SELECT $$x$$',
  'SELECT ?1',
  'SELECT ?:1',
  "SELECT E'a\\'; DROP VIEW order_summary; --'",
  "SELECT * FROM U&'\\0072ead_text'('{file}')",
  'SELECT * FROM U&"\\0072ead_text"(\'{file}\')',
  // the graph definitions are kept by the engine
  "INSERT INTO coradb_catalog.graph_table VALUES ('x', 'vertex', NULL, 'id', NULL, NULL)",
  "UPDATE coradb_catalog.graph_table SET kind = 'edge'",
  'DELETE FROM "CORADB_CATALOG".graph_table',
  'WITH x AS (SELECT 1) DELETE FROM [coradb_catalog].graph_table',
  'TRUNCATE coradb_catalog.graph_table',
  'DROP TABLE coradb_catalog.graph_table',
  'DROP SCHEMA coradb_catalog CASCADE',
  'ALTER TABLE coradb_catalog.graph_table RENAME TO x',
];

describe('what SQL cannot reach', () => {
  it.each(ATTACKS)('%s', async (attack) => {
    const connection = await connectTo(driver);
    const sql = attack
      .replaceAll('{file}', join(folder, 'secret.csv'))
      .replaceAll('{db}', join(folder, 'e-commerce.duckdb'))
      .replaceAll('{folder}', folder);
    await expect(rowsOf(connection, sql)).rejects.toBeInstanceOf(CallError);
    await connection.close();
    expect(readdirSync(folder).filter((name) => !name.startsWith('e-commerce.duckdb'))).toEqual([
      'secret.csv',
    ]);
  });

  it('leaves the graph definitions readable', async () => {
    const connection = await connectTo(driver, { user: 'reader', password: 'reader' });
    expect(await rowsOf(connection, 'SELECT count(*) FROM coradb_catalog.graph_table')).toEqual([[5n]]);
    await connection.close();
  });

  it('knows every allowed table function, so that none is allowed by a slip of the pen', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const engine = await instance.connect();
    const reader = await engine.runAndReadAll(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')",
    );
    const known = new Set(reader.getRows().map(([name]) => name));
    expect([...ALLOWED_TABLE_FUNCTIONS].filter((name) => !known.has(name))).toEqual([]);
    engine.disconnectSync();
    instance.closeSync();
  });
});

describe('the reader', () => {
  it.each([
    "INSERT INTO category VALUES (99, 'x', NULL)",
    'UPDATE product SET units_in_stock = 0',
    'DELETE FROM order_item',
    'TRUNCATE order_item',
    'MERGE INTO category USING (SELECT 1 AS id) s ON category.id = s.id WHEN MATCHED THEN DELETE',
    'CREATE TABLE t (a INTEGER)',
    'CREATE VERTEX TABLE t (a INTEGER PRIMARY KEY)',
    'CREATE VIEW v AS SELECT 1',
    'DROP TABLE order_item',
    'ALTER TABLE product ADD COLUMN x INTEGER',
    'CREATE INDEX i ON customer (city)',
    'CREATE SERIAL s',
    'SELECT order_serial.NEXT_VALUE',
    "COMMENT ON TABLE product IS 'x'",
  ])('is refused by the engine: %s', async (sql) => {
    const connection = await connectTo(driver, { user: 'reader', password: 'reader' });
    await expect(rowsOf(connection, sql)).rejects.toThrow(/^DuckDB error Transaction: .*read-only mode/);
    await connection.close();
  });
});
