import { readFileSync } from 'node:fs';
import { WIRE_TYPES, type WireColumn, type WireRows, type WireType } from './frame-builder.js';
import type { StatementRule } from './scripted-database.js';

export interface Sample {
  readonly sql: string;
  readonly params?: readonly string[];
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly rows?: WireRows;
  readonly error?: { readonly code: number; readonly message: string };
}

export type User = 'dba' | 'reader';

/** Results a CUBRID 11.4 server gave, by user, group and name. */
export const SAMPLES = JSON.parse(
  readFileSync(new URL('../fixtures/catalog/catalog-samples.json', import.meta.url), 'utf8'),
) as { users: Record<User, Record<string, Record<string, Sample>>> };

const WIRE_NAMES: Readonly<Record<string, WireType>> = { INTEGER: 'INT' };
const GET_STATISTICS = 41;
const SET_TRANSACTION = 99;

function toColumn({ name, type }: { readonly name: string; readonly type: string }): WireColumn {
  const wireType = WIRE_NAMES[type] ?? (type as WireType);
  return { name, type: wireType, ...(type === 'SEQUENCE' ? { elementType: 'VARCHAR' as const } : {}) };
}

/** Elements travel as text here: the hand-built frames give a collection one element type. */
export function toRows(sample: Sample): WireRows {
  return (sample.rows ?? []).map((row) =>
    row.map((value) => {
      return Array.isArray(value)
        ? value.map((element: unknown) => (element === null ? null : String(element)))
        : value;
    }),
  );
}

/** GET STATISTICS describes no column; each value brings its own type (cas-protocol §4.6). */
function typedInteger(row: WireRows[number]): WireRows[number] {
  const bytes = Buffer.from([0x85, WIRE_TYPES.INT, 0, 0, 0, 0]);
  bytes.writeInt32BE(Number(row[0]), 2);
  return [bytes];
}

export function toRule(sample: Sample): StatementRule {
  const sql = sample.sql.replace(/\s+/g, ' ').trim();
  if (sample.error) return { sql, prepareError: sample.error };
  if (sql.startsWith('GET STATISTICS')) {
    return {
      sql,
      type: GET_STATISTICS,
      columns: [{ name: '', type: 'NULL' }],
      rows: toRows(sample).map(typedInteger),
    };
  }
  return {
    sql,
    columns: (sample.columns ?? []).map(toColumn),
    rows: toRows(sample),
  };
}

/** What the catalog reader asks for a whole schema, with the answers one user got. */
export function catalogRules(user: User): StatementRule[] {
  const samples = SAMPLES.users[user];
  const fixed = ['whole', 'show_create_table', 'get_statistics'].flatMap((group) =>
    Object.values(samples[group] ?? {}),
  );
  return [{ sql: /^SET TRANSACTION LOCK TIMEOUT 2$/, type: SET_TRANSACTION }, ...fixed.map(toRule)];
}

/** The schema text that these results make; a partition limit is text here, as the hand-built frames send it. */
export function catalogText(user: User): string {
  const file = new URL(`../fixtures/catalog/expected/${user}-full.txt`, import.meta.url);
  return readFileSync(file, 'utf8').replace(/VALUES LESS THAN \((\d+)\)/g, "VALUES LESS THAN ('$1')");
}
