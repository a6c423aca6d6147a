import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFile } from '../../src/driver/embedded/database-files.js';
import { createDuckDbDriver } from '../../src/driver/embedded/duckdb-driver.js';
import type { SchemaModel } from '../../src/driver/model/schema-model.js';
import { printSchemaJson } from '../../src/schema/printers/json-printer.js';
import { printSchemaText } from '../../src/schema/printers/text-printer.js';
import { SchemaReader } from '../../src/schema/schema-service.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

/** The printed sample database against what DuckDB itself says of its file, asked without any code of this server. */

interface PrintedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default?: string;
  readonly comment?: string;
}

interface PrintedTable {
  readonly columns: readonly PrintedColumn[];
  readonly primaryKey: readonly string[];
  /** `column, … -> table (column, …)` */
  readonly foreignKeys: readonly string[];
  /** `name (column, …)` */
  readonly indexes: readonly string[];
}

type Printed = Readonly<Record<string, PrintedTable>>;

let folder: string;
let model: SchemaModel;
let duckdb: DuckDBConnection;
let instance: DuckDBInstance;
let told: Printed;

beforeAll(async () => {
  folder = await scratchFolder();
  const driver = createDuckDbDriver({ directory: folder, memoryMb: 256 });
  const connection = await driver.connect('e-commerce', true);
  model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 0 });
  await connection.close();
  await driver.dispose();
  instance = await DuckDBInstance.create(databaseFile(folder, 'e-commerce'), { access_mode: 'READ_ONLY' });
  duckdb = await instance.connect();
  told = await askDuckDb();
});

afterAll(async () => {
  duckdb.closeSync();
  instance.closeSync();
  await removeFolder(folder);
});

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  return (await duckdb.runAndReadAll(sql)).getRowObjectsJson();
}

async function askDuckDb(): Promise<Printed> {
  const tables: Record<string, PrintedTable> = {};
  for (const { name } of await ask('SHOW TABLES')) {
    const described = await ask(`DESCRIBE "${name}"`);
    const of = `WHERE schema_name = 'main' AND table_name = '${name}'`;
    const comments = await ask(`SELECT column_name, comment FROM duckdb_columns() ${of}`);
    const commentOf = new Map(comments.map(({ column_name: column, comment }) => [column, comment]));
    const foreignKeys = await ask(
      `SELECT constraint_column_names AS columns, referenced_table AS target, referenced_column_names AS keys
         FROM duckdb_constraints() ${of} AND constraint_type = 'FOREIGN KEY' ORDER BY constraint_index`,
    );
    const primaryKeys = await ask(
      `SELECT constraint_column_names AS columns FROM duckdb_constraints() ${of} AND constraint_type = 'PRIMARY KEY'`,
    );
    const indexes = await ask(`SELECT index_name, expressions FROM duckdb_indexes() ${of}`);
    tables[String(name)] = {
      columns: described.map((row) => {
        const comment = commentOf.get(row.column_name);
        return {
          name: String(row.column_name),
          type: String(row.column_type),
          nullable: row.null === 'YES',
          ...(row.default !== null && { default: String(row.default) }),
          ...(typeof comment === 'string' && { comment }),
        };
      }),
      primaryKey: primaryKeys.flatMap(({ columns }) => columns as string[]),
      foreignKeys: foreignKeys
        .map(({ columns, target, keys }) => `${list(columns)} -> ${target} (${list(keys)})`)
        .sort(),
      // DuckDB writes a list as text: [product_id, order_id]
      indexes: indexes
        .map(({ index_name: index, expressions }) => `${index} (${String(expressions).slice(1, -1)})`)
        .sort(),
    };
  }
  return tables;
}

function list(names: unknown): string {
  return (names as readonly string[]).join(', ');
}

/** How a CREATE statement of CoraDB names what DuckDB names so (manual of CUBRID, "Data Types"). */
function coradbType(type: string): string {
  const others: Record<string, string> = { SMALLINT: 'SHORT', TIMESTAMP: 'DATETIME' };
  return others[type] ?? type.replace(/^DECIMAL\(/, 'NUMERIC(');
}

const HEADING = /^(?:VERTEX TABLE|EDGE TABLE|TABLE|VIEW) DBA\.(\S+)/;
const COLUMN =
  /^(\w+|\[\w+\]) ([A-Z]+(?:\([\d,]+\))?)(?: DEFAULT ((?:'[^']*'|CAST\(.*?\)|\S)+))?( NOT NULL)?(?: COMMENT '(.*)')?$/;

/** Reads the text as a reader does: a heading, then a line for each column, key and index. */
function parseText(text: string): Printed {
  const tables: Record<string, PrintedTable> = {};
  for (const block of text.split('\n\n')) {
    const [heading = '', ...lines] = block.split('\n').map((line) => line.replace(/^ {2}/, ''));
    const name = HEADING.exec(heading)?.[1];
    if (name === undefined) continue;
    const rest = (pattern: RegExp) =>
      lines.flatMap((line) => [pattern.exec(line) ?? []].filter((m) => m.length > 0));
    const firstKey = lines.findIndex((line) => /^(?:PRIMARY KEY|FOREIGN KEY|INDEX|AS|--) ?/.test(line));
    tables[name.replace(/^\[(.*)\]$/, '$1')] = {
      columns: lines.slice(0, firstKey < 0 ? lines.length : firstKey).map((line) => {
        const [, column = line, type = '', standard, notNull, comment] = COLUMN.exec(line) ?? [];
        return {
          name: column.replace(/^\[(.*)\]$/, '$1'),
          type,
          nullable: notNull === undefined,
          ...(standard !== undefined && { default: standard }),
          ...(comment !== undefined && { comment: comment.replaceAll("''", "'") }),
        };
      }),
      primaryKey: rest(/^PRIMARY KEY \((.*)\)$/).flatMap(([, columns = '']) => columns.split(', ')),
      foreignKeys: rest(/^FOREIGN KEY \((.*)\) REFERENCES DBA\.(\w+) \((.*)\)$/)
        .map(([, columns, target, keys]) => `${columns} -> ${target} (${keys})`)
        .sort(),
      indexes: rest(/^INDEX (\w+) \((.*)\)$/)
        .map(([, index, columns]) => `${index} (${columns})`)
        .sort(),
    };
  }
  return tables;
}

interface JsonKey {
  readonly name: string;
  readonly keys: readonly { readonly column: string }[];
  readonly references?: { readonly table: string; readonly columns: readonly string[] };
}

interface JsonTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly dataType: string;
    readonly nullable: boolean;
    readonly default?: { readonly sql: string };
    readonly comment?: string;
  }[];
  readonly primaryKey?: JsonKey;
  readonly foreignKeys?: readonly JsonKey[];
  readonly indexes?: readonly JsonKey[];
}

function parseJson(text: string): Printed {
  const { objects } = JSON.parse(text) as { readonly objects: readonly JsonTable[] };
  const columnsOf = (key: JsonKey): string => list(key.keys.map(({ column }) => column));
  return Object.fromEntries(
    objects.map(({ name, columns, primaryKey, foreignKeys = [], indexes = [] }) => [
      name,
      {
        columns: columns.map((column) => ({
          name: column.name,
          type: column.dataType,
          nullable: column.nullable,
          ...(column.default && { default: column.default.sql }),
          ...(column.comment !== undefined && { comment: column.comment }),
        })),
        primaryKey: primaryKey?.keys.map(({ column }) => column) ?? [],
        foreignKeys: foreignKeys
          .map((key) => `${columnsOf(key)} -> ${key.references?.table} (${list(key.references?.columns)})`)
          .sort(),
        indexes: indexes.map((key) => `${key.name} (${columnsOf(key)})`).sort(),
      },
    ]),
  );
}

describe('the printed schema of the sample database', () => {
  it('is asked for in full: DuckDB knows tables, keys, indexes and a view', () => {
    expect(Object.keys(told).sort()).toEqual(
      'bought category customer order_item order_summary orders part_of product'.split(' '),
    );
    expect(Object.values(told).flatMap(({ foreignKeys }) => foreignKeys)).toHaveLength(7);
    expect(Object.values(told).flatMap(({ indexes }) => indexes)).toHaveLength(4);
  });

  it('says as JSON what DuckDB says', () => {
    expect(parseJson(printSchemaJson(model))).toEqual(told);
  });

  it('says as text what DuckDB says, with the type names of CoraDB', () => {
    const expected = Object.entries(told).map(([name, { columns, ...keys }]) => [
      name,
      { columns: columns.map((column) => ({ ...column, type: coradbType(column.type) })), ...keys },
    ]);
    expect(parseText(printSchemaText(model))).toEqual(Object.fromEntries(expected));
  });
});
