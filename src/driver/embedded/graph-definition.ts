import { InputError } from '../../errors/call-error.js';
import { GRAPH_SCHEMA, type GraphTable } from './graph-catalog.js';
import {
  identifierOf,
  isSymbol,
  keywordOf,
  placeAt,
  positionAt,
  quoteName,
  quoteString,
} from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

/** A statement that runs right after another one and must change exactly one row. */
export interface FollowUp {
  readonly sql: string;
  /** What was wrong when it changed none. */
  readonly otherwise: string;
}

export interface GraphDefinition {
  readonly rewrites: readonly Rewrite[];
  readonly followUp: FollowUp;
}

/** Reads what a definition needs to know about the tables that exist. */
export interface GraphReader {
  tables(): Promise<readonly GraphTable[]>;
  columnType(table: string, column: string): Promise<string>;
}

const SHAPES = 'CREATE VERTEX TABLE t (id INTEGER PRIMARY KEY, …) or CREATE EDGE TABLE e FROM a TO b (…)';

/**
 * `CREATE VERTEX TABLE t (…)`: a table with a primary key of one column. `CREATE EDGE TABLE e FROM a TO b (…)`: a table that
 * gets the columns `source_id` and `target_id` before its own, of the types of the two keys. Undefined for anything else.
 * @throws InputError for other shapes of the two
 */
export async function graphDefinition(
  parsed: ParsedSql,
  reader: GraphReader,
): Promise<GraphDefinition | undefined> {
  const { sql, significant } = parsed;
  const word = keywordOf(sql, significant[1]);
  const create = keywordOf(sql, significant[0]) === 'CREATE';
  if (!create || (word !== 'VERTEX' && word !== 'EDGE') || keywordOf(sql, significant[2]) !== 'TABLE')
    return undefined;
  const table = nameAt(parsed, 3);
  const kindWord = significant[1];
  const dropKind = kindWord === undefined ? [] : [{ start: kindWord.start, end: kindWord.end, text: '' }];
  if (word === 'VERTEX') return { rewrites: dropKind, followUp: declareVertex(table) };
  const { end, source, target } = edgeEnds(parsed);
  const graph = await reader.tables();
  const from = vertex(parsed, graph, source);
  const to = vertex(parsed, graph, target);
  const columns =
    `source_id ${await reader.columnType(from.table, from.sourceColumn)} NOT NULL ${references(from)}, ` +
    `target_id ${await reader.columnType(to.table, to.sourceColumn)} NOT NULL ${references(to)}`;
  return {
    rewrites: [...dropKind, { start: significant[4]?.start ?? 0, ...columnList(parsed, end, columns) }],
    followUp: declareEdge(table, from.table, to.table),
  };
}

function nameAt({ sql, significant }: ParsedSql, index: number): string {
  const name = identifierOf(sql, significant[index]);
  const next = significant[index + 1];
  if (name !== undefined && !isSymbol(sql, next, '.') && keywordOf(sql, next) !== 'NOT') return name;
  throw problem(sql, significant[index]?.start ?? sql.length, 'expected the plain name of a table');
}

function edgeEnds(parsed: ParsedSql): {
  readonly end: number;
  readonly source: number;
  readonly target: number;
} {
  const { sql, significant } = parsed;
  if (keywordOf(sql, significant[4]) !== 'FROM' || keywordOf(sql, significant[6]) !== 'TO') {
    throw problem(sql, significant[4]?.start ?? sql.length, 'an edge table needs FROM and TO');
  }
  return { source: 5, target: 7, end: 8 };
}

function vertex(parsed: ParsedSql, graph: readonly GraphTable[], index: number): GraphTable {
  const name = nameAt(parsed, index);
  const found = graph.find(
    ({ table, kind }) => kind === 'vertex' && table.toLowerCase() === name.toLowerCase(),
  );
  if (found !== undefined) return found;
  throw problem(parsed.sql, parsed.significant[index]?.start ?? 0, `${name} is not a vertex table`);
}

function references({ table, sourceColumn }: GraphTable): string {
  return `REFERENCES ${quoteName(table)} (${quoteName(sourceColumn)})`;
}

/** Puts the two columns of the ends before the caller's own, or makes the list when there is none. */
function columnList(
  { sql, significant }: ParsedSql,
  index: number,
  columns: string,
): { end: number; text: string } {
  const open = significant[index];
  if (open === undefined) return { end: sql.length, text: `(${columns})` };
  if (!isSymbol(sql, open, '('))
    throw problem(sql, open.start, 'expected the columns of the edge table in parentheses');
  const empty = isSymbol(sql, significant[index + 1], ')');
  return { end: open.end, text: `(${columns}${empty ? '' : ', '}` };
}

function declareVertex(table: string): FollowUp {
  const name = quoteString(table);
  return {
    sql:
      `INSERT INTO ${GRAPH_SCHEMA}.graph_table SELECT table_name, 'vertex', NULL, constraint_column_names[1], NULL, NULL ` +
      `FROM duckdb_constraints() WHERE schema_name = 'main' AND lower(table_name) = lower(${name}) ` +
      "AND constraint_type = 'PRIMARY KEY' AND len(constraint_column_names) = 1",
    otherwise: `The vertex table ${table} needs a primary key of one column.`,
  };
}

function declareEdge(table: string, source: string, target: string): FollowUp {
  const values = [table, 'edge', source, 'source_id', target, 'target_id'].map(quoteString).join(', ');
  return {
    sql: `INSERT INTO ${GRAPH_SCHEMA}.graph_table VALUES (${values})`,
    otherwise: `The edge table ${table} could not be declared.`,
  };
}

function problem(sql: string, at: number, what: string): InputError {
  return new InputError(`${what} (${placeAt(sql, at)}).`, {
    hint: `Write ${SHAPES}.`,
    position: positionAt(sql, at),
  });
}
