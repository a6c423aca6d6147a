import { deed } from '../../../errors/edge-names.js';
import { GuardError } from '../../../errors/call-error.js';
import { identifierOf, isSymbol, keywordOf, quoteName, quoteString, tokenText } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';

/** DuckDB's names of types as CoraDB's `SHOW COLUMNS` has them. */
const TYPE =
  "CASE WHEN type = 'SMALLINT' THEN 'SHORT' WHEN type = 'TIMESTAMP' THEN 'DATETIME' " +
  "WHEN type LIKE 'DECIMAL%' THEN replace(type, 'DECIMAL', 'NUMERIC') ELSE type END";

const HERE = "database_name = current_database() AND schema_name = 'main' AND NOT internal";
const NAMES =
  `SELECT table_name AS name, 'BASE TABLE' AS kind FROM duckdb_tables() WHERE ${HERE} UNION ALL ` +
  `SELECT view_name, 'VIEW' FROM duckdb_views() WHERE ${HERE}`;

const OFFERED = `It shows TABLES, COLUMNS FROM t, INDEX FROM t, CREATE TABLE t and CREATE VIEW v, each of the first two also with LIKE; ${deed('describe')} shows all of it at once.`;

/**
 * CoraDB's own SHOW and DESC statements as a query over DuckDB's catalog; undefined for any other statement.
 * @throws GuardError for a SHOW that the embedded engine does not have
 */
export function showQuery(parsed: ParsedSql): string | undefined {
  const { sql, significant } = parsed;
  const words = significant.map((token) => keywordOf(sql, token));
  const [first, ...rest] = words;
  if (first === 'DESC' || first === 'DESCRIBE') {
    const table = tableAt(parsed, 1);
    return table && table.end === significant.length ? columnsQuery(table.name, 'TRUE') : undefined;
  }
  if (first !== 'SHOW') return undefined;
  const full = rest[0] === 'FULL' ? 1 : 0;
  const at = 1 + full;
  switch (words[at]) {
    case 'TABLES':
      return tablesQuery(full === 1, filterAt(parsed, at + 1, 'name'));
    case 'COLUMNS':
    case 'FIELDS': {
      const table = fromAt(parsed, at + 1);
      if (table) return columnsQuery(table.name, filterAt(parsed, table.end, '"Field"'), full === 1);
      break;
    }
    case 'INDEX':
    case 'INDEXES':
    case 'KEYS': {
      const table = fromAt(parsed, at + 1);
      if (table) return indexQuery(table.name);
      break;
    }
    case 'CREATE': {
      const table = tableAt(parsed, at + 2);
      if (table && (words[at + 1] === 'TABLE' || words[at + 1] === 'VIEW')) {
        return createQuery(table.name, words[at + 1] ?? '');
      }
      break;
    }
    case 'DATABASES':
      throw new GuardError('SHOW DATABASES is no statement of CoraDB: a call names its database.', {
        hint: 'SELECT DATABASE() shows the name; an unknown name in database is answered with those that exist.',
      });
  }
  throw new GuardError(`${words.slice(0, 2).join(' ')} is not available in the embedded engine.`, {
    hint: OFFERED,
  });
}

interface Named {
  readonly name: string;
  /** Of the token behind. */
  readonly end: number;
}

function fromAt(parsed: ParsedSql, at: number): Named | undefined {
  const word = keywordOf(parsed.sql, parsed.significant[at]);
  return word === 'FROM' || word === 'IN' ? tableAt(parsed, at + 1) : undefined;
}

/** The last part of a name, which an owner may stand before. */
function tableAt({ sql, significant }: ParsedSql, at: number): Named | undefined {
  const name = identifierOf(sql, significant[at]);
  if (name === undefined) return undefined;
  if (!isSymbol(sql, significant[at + 1], '.')) return { name, end: at + 1 };
  const part = identifierOf(sql, significant[at + 2]);
  return part === undefined ? undefined : { name: part, end: at + 3 };
}

/** `LIKE 'o%'` or `WHERE …` as a condition; TRUE without one. */
function filterAt({ sql, significant }: ParsedSql, at: number, column: string): string {
  const word = keywordOf(sql, significant[at]);
  const behind = significant[at + 1];
  if (word === 'LIKE' && behind?.kind === 'string') return `${column} ILIKE ${tokenText(sql, behind)}`;
  if (word === 'WHERE' && behind) return sql.slice(behind.start, significant.at(-1)?.end);
  if (significant[at] === undefined) return 'TRUE';
  throw new GuardError(
    `SHOW is followed by ${tokenText(sql, significant[at])}, which the embedded engine does not know there.`,
    {
      hint: OFFERED,
    },
  );
}

function tablesQuery(full: boolean, filter: string): string {
  const more = full ? ', kind AS "Table_type", \'DBA\' AS "Owner"' : '';
  return `SELECT name AS "Tables_in_database"${more} FROM (${NAMES}) WHERE ${filter} ORDER BY name`;
}

/** An unknown table is an error of this function. */
const info = (table: string): string => `pragma_table_info(${quoteString(quoteName(table))})`;

function columnsQuery(table: string, filter: string, full = false): string {
  const comment = full
    ? `, (SELECT any_value(c.comment) FROM duckdb_columns() c WHERE c.table_name ILIKE ${quoteString(table)} AND c.column_name = "Field") AS "Comment"`
    : '';
  return (
    `SELECT *${comment} FROM (SELECT name AS "Field", ${TYPE} AS "Type", CASE WHEN "notnull" THEN 'NO' ELSE 'YES' END AS "Null", ` +
    `CASE WHEN pk THEN 'PRI' ELSE '' END AS "Key", dflt_value AS "Default", ` +
    `CASE WHEN dflt_value LIKE 'nextval(%' THEN 'auto_increment' ELSE '' END AS "Extra" FROM ${info(table)} ORDER BY cid) WHERE ${filter}`
  );
}

function indexQuery(table: string): string {
  const name = quoteString(table);
  return (
    'SELECT "Table", "Non_unique", "Key_name", position AS "Seq_in_index", names[position] AS "Column_name" FROM (' +
    'SELECT *, unnest(range(1, len(names) + 1)) AS position FROM (' +
    'SELECT table_name AS "Table", 0 AS "Non_unique", constraint_name AS "Key_name", constraint_column_names AS names ' +
    `FROM duckdb_constraints() WHERE table_name ILIKE ${name} AND constraint_type IN ('PRIMARY KEY', 'UNIQUE') UNION ALL ` +
    'SELECT table_name, CAST(NOT is_unique AS INTEGER), index_name, ' +
    `string_split(trim(CAST(expressions AS VARCHAR), '[]'), ', ') FROM duckdb_indexes() WHERE table_name ILIKE ${name})), ` +
    `(SELECT count(*) FROM ${info(table)}) ORDER BY ALL`
  );
}

function createQuery(table: string, word: string): string {
  const name = quoteString(table);
  const [heading, view] = word === 'TABLE' ? ['TABLE', 'table'] : ['View', 'view'];
  return (
    `SELECT ${view}_name AS "${heading}", sql AS "${word === 'TABLE' ? 'CREATE TABLE' : 'Create View'}" ` +
    `FROM duckdb_${view}s(), (SELECT count(*) FROM ${info(table)}) WHERE ${view}_name ILIKE ${name} AND ${HERE}`
  );
}
