/**
 * Names that must not appear in SQL for the embedded engine, because they show or reach files, settings, secrets,
 * logs or the host, or run SQL from a string that nobody checked. DuckDB's own sandbox (`engine-options.ts`) is the
 * second wall behind this list.
 */

/** Table functions that only compute or read the catalog; every other table function of the engine is refused. */
export const ALLOWED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'duckdb_columns',
  'duckdb_constraints',
  'duckdb_dependencies',
  'duckdb_functions',
  'duckdb_indexes',
  'duckdb_keywords',
  'duckdb_schemas',
  'duckdb_sequences',
  'duckdb_tables',
  'duckdb_types',
  'duckdb_views',
  'generate_series',
  'histogram',
  'histogram_values',
  'icu_calendar_names',
  'json_each',
  'json_tree',
  'pg_timezone_names',
  'pragma_table_info',
  'range',
  'repeat',
  'repeat_row',
  'summary',
  'unnest',
]);

/** Scalar functions that reveal settings or act outside of the query. */
export const FORBIDDEN_FUNCTIONS: ReadonlySet<string> = new Set([
  'current_setting',
  'getenv',
  'getvariable',
  'set_config',
  'sleep_ms',
  'write_log',
]);

/** Views that can be read without parentheses. */
export const FORBIDDEN_VIEWS: ReadonlySet<string> = new Set([
  'duckdb_databases',
  'duckdb_extensions',
  'duckdb_logs',
  'duckdb_secrets',
  'duckdb_settings',
  'pg_prepared_statements',
  'pg_settings',
  'pragma_database_list',
]);
