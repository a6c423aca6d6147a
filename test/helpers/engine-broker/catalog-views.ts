/**
 * CUBRID's catalog over DuckDB's, for the tables and columns the schema reader asks for (catalog, §3). Views that
 * would be empty are left out: a reader must live without them.
 */
const HERE = "schema_name = 'main' AND NOT internal";
const IS_SYSTEM = "(starts_with(view_name, 'db_') OR view_name = '_db_class')";
const OWNER = "{'name': 'DBA'} AS owner";

const TYPE_NAME = `CASE WHEN starts_with(data_type, 'DECIMAL') THEN 'NUMERIC'
  WHEN data_type = 'SMALLINT' THEN 'SHORT' WHEN data_type = 'TIMESTAMP' THEN 'DATETIME'
  WHEN data_type IN ('INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DATE', 'TIME') THEN data_type ELSE 'STRING' END`;

/** Every key of every table: constraints, then plain indexes. */
const KEYS = `SELECT table_name, constraint_name AS key_name, constraint_type AS kind,
    constraint_column_names AS key_columns, CAST(NULL AS VARCHAR) AS comment
  FROM duckdb_constraints()
  WHERE schema_name = 'main' AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
  UNION ALL SELECT table_name, index_name, CASE WHEN is_unique THEN 'UNIQUE' ELSE 'INDEX' END,
    string_split(trim(expressions, '[]'), ', '), comment
  FROM duckdb_indexes() WHERE schema_name = 'main'`;

export const CATALOG_VIEWS: readonly string[] = [
  `CREATE VIEW db_class AS
    SELECT 'DBA' AS owner_name, table_name AS class_name, 'CLASS' AS class_type, 'NO' AS is_system_class,
      'NONE' AS tde_algorithm, 'NO' AS partitioned, 'YES' AS is_reuse_oid_class, 'utf8_bin' AS "collation", comment
    FROM duckdb_tables() WHERE ${HERE}
    UNION ALL SELECT 'DBA', view_name, 'VCLASS', CASE WHEN ${IS_SYSTEM} THEN 'YES' ELSE 'NO' END,
      'NONE', 'NO', 'NO', 'utf8_bin', comment
    FROM duckdb_views() WHERE ${HERE}`,
  `CREATE VIEW db_attribute AS
    SELECT 'DBA' AS owner_name, table_name AS class_name, 'INSTANCE' AS attr_type, column_index - 1 AS def_order,
      column_name AS attr_name, ${TYPE_NAME} AS data_type,
      CASE ${TYPE_NAME} WHEN 'STRING' THEN 1073741823 ELSE coalesce(numeric_precision, 0) END AS prec,
      coalesce(numeric_scale, 0) AS scale,
      CASE ${TYPE_NAME} WHEN 'STRING' THEN 'utf8' ELSE 'Not applicable' END AS charset,
      CASE ${TYPE_NAME} WHEN 'STRING' THEN 'utf8_bin' ELSE 'Not applicable' END AS "collation",
      trim(column_default, '''') AS default_value,
      CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END AS is_nullable, comment
    FROM duckdb_columns() WHERE ${HERE}`,
  `CREATE VIEW db_index AS
    SELECT 'DBA' AS owner_name, table_name AS class_name, key_name AS index_name,
      CASE WHEN kind IN ('PRIMARY KEY', 'UNIQUE') THEN 'YES' ELSE 'NO' END AS is_unique, 'NO' AS is_reverse,
      CASE kind WHEN 'PRIMARY KEY' THEN 'YES' ELSE 'NO' END AS is_primary_key,
      CASE kind WHEN 'FOREIGN KEY' THEN 'YES' ELSE 'NO' END AS is_foreign_key,
      'NO' AS have_function, CAST(NULL AS VARCHAR) AS filter_expression, 'NORMAL INDEX' AS status, comment
    FROM (${KEYS}) k`,
  `CREATE VIEW db_index_key AS
    SELECT 'DBA' AS owner_name, table_name AS class_name, key_name AS index_name, place - 1 AS key_order,
      list_extract(key_columns, place) AS key_attr_name, 'ASC' AS asc_desc, -1 AS key_prefix_length,
      CAST(NULL AS VARCHAR) AS func
    FROM (SELECT *, unnest(range(1, len(key_columns) + 1)) AS place FROM (${KEYS}) k) p`,
  `CREATE VIEW db_serial AS
    SELECT ${OWNER}, sequence_name AS name, CAST(NULL AS VARCHAR) AS class_name, CAST(NULL AS VARCHAR) AS att_name,
      coalesce(last_value, start_value) AS current_val, increment_by AS increment_val, min_value AS min_val,
      max_value AS max_val, CAST(cycle AS INTEGER) AS cyclic,
      CASE WHEN last_value IS NULL THEN 0 ELSE 1 END AS started, 0 AS cached_num, comment
    FROM duckdb_sequences() WHERE schema_name = 'main'`,
  `CREATE VIEW db_vclass AS
    SELECT 'DBA' AS owner_name, view_name AS vclass_name,
      regexp_replace(trim(sql, ';'), '^.*? AS ', '') AS vclass_def, comment
    FROM duckdb_views() WHERE ${HERE}`,
  `CREATE VIEW _db_class AS
    SELECT ${OWNER}, class_name, CASE class_type WHEN 'CLASS' THEN 0 ELSE 1 END AS class_type,
      CASE is_system_class WHEN 'YES' THEN 1 ELSE 0 END AS is_system_class
    FROM db_class`,
  // The engine lets nobody define a view over its graph catalog: this is the name, the broker reads the rows.
  "CREATE VIEW db_graph_table AS SELECT 'read by the broker' AS table_name",
  `CREATE VIEW db_show_create AS
    SELECT t.table_name AS class_name, 'CREATE TABLE [dba.' || t.table_name || '] (' ||
      (SELECT string_agg('[' || c.column_name || '] ' || c.data_type, ', ' ORDER BY c.column_index)
        FROM duckdb_columns() c WHERE c.table_name = t.table_name) ||
      coalesce((SELECT string_agg(',  CONSTRAINT [' || f.constraint_name || '] FOREIGN KEY  ([' ||
          array_to_string(f.constraint_column_names, '], [') || ']) REFERENCES [dba.' || f.referenced_table ||
          '] ([' || array_to_string(f.referenced_column_names, '], [') ||
          '])  ON DELETE RESTRICT ON UPDATE RESTRICT', '')
        FROM duckdb_constraints() f
        WHERE f.table_name = t.table_name AND f.constraint_type = 'FOREIGN KEY'), '') || ') REUSE_OID' AS shown
    FROM duckdb_tables() t WHERE t.schema_name = 'main'`,
];

/** Statements of CUBRID that DuckDB has no words for, in its words. */
interface Rewrite {
  readonly sql: RegExp;
  readonly to: (
    match: RegExpExecArray,
    about: { readonly user: string; readonly database: string },
  ) => string;
  /** Statement type when it is not the engine's own kind (cas-protocol §6). */
  readonly type?: number;
}

const GET_STATISTICS = 41;
const SET_TRANSACTION = 99;

const REWRITES: readonly Rewrite[] = [
  {
    // The lexical probe: the engine's own answer, in the names of functions it has.
    sql: /^SELECT TYPEOF\("x"\), CHAR_LENGTH\((.*?)\), 'charset' (FROM .*)$/,
    to: ([, text, from]) => `SELECT lower(typeof("x")), CAST(length(${text}) AS INTEGER), 'charset' ${from}`,
  },
  {
    sql: /^SELECT CURRENT_USER AS login_user/,
    to: (_match, { user, database }) =>
      `SELECT '${user.toUpperCase()}' AS login_user, '${database}' AS db_name, version() AS engine_version, ` +
      "'en_US' AS db_lang, 5 AS db_charset_id",
  },
  {
    sql: /^SELECT u\.name AS user_name, t\.g\.name AS group_name FROM db_user u/,
    to: (_match, { user }) => `SELECT '${user.toUpperCase()}' AS user_name, 'PUBLIC' AS group_name`,
  },
  {
    sql: /^SELECT \* FROM \[db_graph_table\]$/,
    to: () => 'SELECT * FROM coradb_catalog.graph_table',
  },
  {
    sql: /^SHOW CREATE TABLE \[dba\]\.\[(.*)\]$/,
    to: ([, name]) =>
      `SELECT class_name AS "TABLE", shown AS "CREATE TABLE" FROM db_show_create WHERE class_name = '${name}'`,
  },
  {
    sql: /^GET STATISTICS '#objects' OF \[dba\]\.\[(.*)\]$/,
    to: ([, name]) => `SELECT estimated_size FROM duckdb_tables() WHERE table_name = '${name}'`,
    type: GET_STATISTICS,
  },
  { sql: /^SET TRANSACTION LOCK TIMEOUT \d+$/, to: () => 'SELECT 1', type: SET_TRANSACTION },
];

/** The statement in DuckDB's words, and its type where a rewrite sets one. */
export function toEngineSql(
  sql: string,
  about: { readonly user: string; readonly database: string },
): { readonly sql: string; readonly type?: number } {
  for (const rewrite of REWRITES) {
    const match = rewrite.sql.exec(sql);
    if (match === null) continue;
    return { sql: rewrite.to(match, about), ...(rewrite.type !== undefined && { type: rewrite.type }) };
  }
  return { sql };
}
