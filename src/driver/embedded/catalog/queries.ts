/**
 * Catalog queries of the embedded engine, each a plain SELECT over DuckDB's metadata functions. The schema
 * `coradb_catalog` holds what DuckDB has no place for (which tables are vertex and edge tables) and is not shown.
 */
const HERE = `database_name = current_database() AND schema_name <> 'coradb_catalog'`;

export const EMBEDDED_QUERIES = {
  session: `SELECT current_database() AS db_name, version() AS engine_version,
    (SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'coradb_catalog' AND table_name = 'graph_table')
    AS graph_tables`,
  tables: `SELECT schema_name, table_name, comment, temporary, estimated_size FROM duckdb_tables()
    WHERE ${HERE} AND NOT internal`,
  columns: `SELECT schema_name, table_name, column_name, column_index, comment, column_default, is_nullable,
    data_type, numeric_precision, numeric_scale FROM duckdb_columns() WHERE ${HERE} AND NOT internal`,
  constraints: `SELECT schema_name, table_name, constraint_index, constraint_type, expression,
    constraint_column_names, constraint_name, referenced_table, referenced_column_names
    FROM duckdb_constraints() WHERE ${HERE}`,
  indexes: `SELECT schema_name, table_name, index_name, is_unique, comment, sql FROM duckdb_indexes() WHERE ${HERE}`,
  views: `SELECT schema_name, view_name, comment, sql FROM duckdb_views() WHERE ${HERE} AND NOT internal`,
  sequences: `SELECT schema_name, sequence_name, comment, start_value, min_value, max_value, increment_by, cycle,
    last_value FROM duckdb_sequences() WHERE ${HERE}`,
  graphTables: `SELECT table_name, kind, source_table, source_column, target_table, target_column
    FROM coradb_catalog.graph_table`,
} as const;
