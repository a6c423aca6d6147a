/**
 * The views of CoraDB's catalog that people and tools ask first, over DuckDB's own (catalog, "Queries for the whole
 * database"), and the tables of one row. Temporary, as the functions.
 */
const TYPE = (column: string): string =>
  `CASE WHEN ${column} = 'VARCHAR' THEN 'STRING' WHEN ${column} = 'SMALLINT' THEN 'SHORT' ` +
  `WHEN ${column} LIKE 'DECIMAL%' THEN 'NUMERIC' WHEN ${column} = 'TIMESTAMP' THEN 'DATETIME' ELSE ${column} END`;
const HERE = "database_name = current_database() AND schema_name = 'main'";
const YES = (condition: string): string => `CASE WHEN ${condition} THEN 'YES' ELSE 'NO' END`;

const KEYS =
  `SELECT table_name, constraint_name AS index_name, 'YES' AS is_unique, ${YES("constraint_type = 'PRIMARY KEY'")} ` +
  "AS is_primary_key, 'NO' AS is_foreign_key, constraint_column_names AS names FROM duckdb_constraints() " +
  `WHERE ${HERE} AND constraint_type IN ('PRIMARY KEY', 'UNIQUE') UNION ALL ` +
  "SELECT table_name, constraint_name, 'NO', 'NO', 'YES', constraint_column_names FROM duckdb_constraints() " +
  `WHERE ${HERE} AND constraint_type = 'FOREIGN KEY' UNION ALL ` +
  `SELECT table_name, index_name, ${YES('is_unique')}, 'NO', 'NO', ` +
  "string_split(trim(CAST(expressions AS VARCHAR), '[]'), ', ') FROM duckdb_indexes() " +
  `WHERE ${HERE}`;

const VIEWS: Readonly<Record<string, string>> = {
  dual: "SELECT 'X' AS dummy",
  db_root: "SELECT 'en_US' AS lang, 5 AS charset",
  db_class:
    "SELECT table_name AS class_name, 'DBA' AS owner_name, 'CLASS' AS class_type, 'NO' AS is_system_class, " +
    "'NO' AS partitioned, 'YES' AS is_reuse_oid_class, comment FROM duckdb_tables() " +
    `WHERE ${HERE} AND NOT internal UNION ALL ` +
    "SELECT view_name, 'DBA', 'VCLASS', 'NO', 'NO', 'NO', comment FROM duckdb_views() " +
    `WHERE ${HERE} AND NOT internal`,
  db_vclass: `SELECT view_name AS vclass_name, 'DBA' AS owner_name, sql AS vclass_def, comment FROM duckdb_views() WHERE ${HERE} AND NOT internal`,
  db_attribute:
    `SELECT column_name AS attr_name, table_name AS class_name, 'DBA' AS owner_name, 'INSTANCE' AS attr_type, column_index - 1 AS def_order, ` +
    `${TYPE('data_type')} AS data_type, coalesce(numeric_precision, character_maximum_length) AS prec, numeric_scale AS scale, column_default AS default_value, ` +
    `${YES('is_nullable')} AS is_nullable, comment FROM duckdb_columns() WHERE ${HERE} AND NOT internal`,
  db_index:
    `SELECT index_name, is_unique, 'NO' AS is_reverse, table_name AS class_name, 'DBA' AS owner_name, len(names) AS key_count, is_primary_key, is_foreign_key, ` +
    `'NO' AS have_function, 'NORMAL INDEX' AS status FROM (${KEYS})`,
  db_index_key:
    `SELECT index_name, table_name AS class_name, 'DBA' AS owner_name, names[position] AS key_attr_name, position - 1 AS key_order, 'ASC' AS asc_desc, -1 AS key_prefix_length ` +
    `FROM (SELECT *, unnest(range(1, len(names) + 1)) AS position FROM (${KEYS}))`,
  db_serial:
    `SELECT sequence_name AS name, 'DBA' AS owner, coalesce(last_value, start_value) AS current_val, increment_by AS increment_val, max_value AS max_val, min_value AS min_val, ` +
    `CAST(cycle AS INTEGER) AS cyclic, CAST(last_value IS NOT NULL AS INTEGER) AS started, comment FROM duckdb_sequences() WHERE ${HERE}`,
  db_user: "SELECT * FROM (VALUES ('DBA'), ('PUBLIC'), ('READER')) AS users(name)",
  db_auth:
    "SELECT 'DBA' AS grantor_name, 'READER' AS grantee_name, class_name, 'DBA' AS owner_name, 'SELECT' AS auth_type, 'NO' AS is_grantable FROM (SELECT table_name AS class_name FROM duckdb_tables() WHERE " +
    `${HERE} AND NOT internal)`,
  db_partition: 'SELECT NULL AS class_name, NULL AS partition_name WHERE FALSE',
  db_trig: 'SELECT NULL AS trigger_name, NULL AS target_class_name WHERE FALSE',
  db_synonym: 'SELECT NULL AS synonym_name, NULL AS target_name WHERE FALSE',
};

/** What makes each view, by its name in lower case. */
export const CATALOG_VIEWS: ReadonlyMap<string, string> = new Map(
  Object.entries(VIEWS).map(([name, query]) => [name, `CREATE OR REPLACE TEMP VIEW ${name} AS ${query}`]),
);
