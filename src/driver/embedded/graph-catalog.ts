import type { DuckDBConnection } from '@duckdb/node-api';

/** Schema of the graph definitions; kept in the database itself, so they survive with the file. */
export const GRAPH_SCHEMA = 'coradb_catalog';

/** A vertex table with its key column, or an edge table with the columns that point to its two ends. */
export interface GraphTable {
  readonly table: string;
  readonly kind: 'vertex' | 'edge';
  /** Vertex: the key column. Edge: the column that holds the source vertex's key. */
  readonly sourceColumn: string;
  /** Edge only: the vertex table that the edge leaves. */
  readonly sourceTable?: string;
  readonly targetTable?: string;
  readonly targetColumn?: string;
}

/** Creates the schema and its one table; part of creating a database. */
export const CREATE_GRAPH_CATALOG = [
  `CREATE SCHEMA ${GRAPH_SCHEMA}`,
  `CREATE TABLE ${GRAPH_SCHEMA}.graph_table (table_name VARCHAR PRIMARY KEY, kind VARCHAR NOT NULL, ` +
    'source_table VARCHAR, source_column VARCHAR NOT NULL, target_table VARCHAR, target_column VARCHAR)',
];

/** The INSERT that declares a graph table; six values in the order of `graphTableValues`. */
export const INSERT_GRAPH_TABLE = `INSERT INTO ${GRAPH_SCHEMA}.graph_table VALUES (?, ?, ?, ?, ?, ?)`;

export function graphTableValues(table: GraphTable): (string | null)[] {
  return [
    table.table,
    table.kind,
    table.sourceTable ?? null,
    table.sourceColumn,
    table.targetTable ?? null,
    table.targetColumn ?? null,
  ];
}

/** Forgets the graph tables that no longer exist; run after every DROP and ALTER of the same transaction. */
export const FORGET_DROPPED_GRAPH_TABLES =
  `DELETE FROM ${GRAPH_SCHEMA}.graph_table WHERE table_name NOT IN ` +
  "(SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' AND NOT temporary)";

/** The vertex and edge tables as the connection's transaction sees them; none for a database without the schema. */
export async function readGraphTables(connection: DuckDBConnection): Promise<GraphTable[]> {
  if (!(await hasGraphCatalog(connection))) return [];
  const reader = await connection.runAndReadAll(
    'SELECT table_name, kind, source_table, source_column, target_table, target_column ' +
      `FROM ${GRAPH_SCHEMA}.graph_table ORDER BY kind DESC, table_name`,
  );
  return reader.getRows().map(([table, kind, sourceTable, sourceColumn, targetTable, targetColumn]) => ({
    table: String(table),
    kind: kind === 'edge' ? 'edge' : 'vertex',
    sourceColumn: String(sourceColumn),
    ...(sourceTable === null ? {} : { sourceTable: String(sourceTable) }),
    ...(targetTable === null ? {} : { targetTable: String(targetTable) }),
    ...(targetColumn === null ? {} : { targetColumn: String(targetColumn) }),
  }));
}

export async function hasGraphCatalog(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT count(*) FROM duckdb_tables() WHERE schema_name = '${GRAPH_SCHEMA}' AND table_name = 'graph_table'`,
  );
  return reader.getRows()[0]?.[0] === 1n;
}

/** A column's type as DuckDB writes it in a definition. */
export async function readColumnType(
  connection: DuckDBConnection,
  table: string,
  column: string,
): Promise<string> {
  const reader = await connection.runAndReadAll(
    "SELECT data_type FROM duckdb_columns() WHERE schema_name = 'main' AND table_name = ? AND column_name = ?",
    [table, column],
  );
  return String(reader.getRows()[0]?.[0]);
}
