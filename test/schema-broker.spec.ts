import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { printSchemaText } from '../src/schema/printers/text-printer.js';
import { SchemaReader } from '../src/schema/schema-service.js';
import { connectTo } from './helpers/broker-connect.js';
import { WIRE_TYPES, type WireColumn, type WireRows, type WireType } from './helpers/frame-builder.js';
import { ReplayBroker } from './helpers/replay-broker.js';
import { ScriptedDatabase, type StatementRule } from './helpers/scripted-database.js';

interface Sample {
  readonly sql: string;
  readonly params?: readonly string[];
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly rows?: WireRows;
  readonly error?: { readonly code: number; readonly message: string };
}

type User = 'dba' | 'reader';

const SAMPLES = JSON.parse(
  readFileSync(new URL('fixtures/catalog/catalog-samples.json', import.meta.url), 'utf8'),
) as { users: Record<User, Record<string, Record<string, Sample>>> };

const WIRE_NAMES: Readonly<Record<string, WireType>> = { INTEGER: 'INT' };
const GET_STATISTICS = 41;
const SET_TRANSACTION = 99;

let broker: ReplayBroker | undefined;
afterEach(() => broker?.stop());

function toColumn({ name, type }: { readonly name: string; readonly type: string }): WireColumn {
  const wireType = WIRE_NAMES[type] ?? (type as WireType);
  return { name, type: wireType, ...(type === 'SEQUENCE' ? { elementType: 'VARCHAR' as const } : {}) };
}

/** Elements travel as text here: the hand-built frames give a collection one element type. */
function toRows(sample: Sample): WireRows {
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

function toRule(sample: Sample): StatementRule {
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

/** The sample results of one user, as rules of a database behind a broker on a loopback socket. */
async function start(user: User, extra: readonly StatementRule[] = []): Promise<ScriptedDatabase> {
  const samples = SAMPLES.users[user];
  const fixed = ['whole', 'show_create_table', 'get_statistics'].flatMap((group) =>
    Object.values(samples[group] ?? {}),
  );
  const database = new ScriptedDatabase({
    statements: [
      ...extra,
      { sql: /^SET TRANSACTION LOCK TIMEOUT 2$/, type: SET_TRANSACTION },
      ...fixed.map(toRule),
    ],
  });
  broker = await ReplayBroker.start(database);
  return database;
}

describe('the catalog of a CUBRID server over the broker protocol', () => {
  it.each(['dba', 'reader'] as const)('gives %s the schema that the raw results hold', async (user) => {
    const database = await start(user);
    if (!broker) throw new Error('no broker');
    const connection = await connectTo(broker, { login: { user } });
    const model = await new SchemaReader().read(connection, { detail: 'full', timeoutMs: 20_000 });
    await connection.close();
    const expected = readFileSync(
      new URL(`fixtures/catalog/expected/${user}-full.txt`, import.meta.url),
      'utf8',
    );
    const asText = expected.replace(/VALUES LESS THAN \((\d+)\)/g, "VALUES LESS THAN ('$1')");
    expect(`${printSchemaText(model)}\n`).toBe(asText);
    expect(database.unknown).toEqual([]);
    expect(database.mistakes).toEqual([]);
    const shows = broker.prepared.filter((sql) => sql.startsWith('SHOW '));
    expect(broker.endings.filter((ending) => ending === 'rollback').length).toBeGreaterThanOrEqual(
      shows.length,
    );
    // The first one is the driver's own after login.
    expect(broker.endings.slice(1)).not.toContain('commit');
  });

  it('describes one table with its row estimate', async () => {
    const samples = SAMPLES.users.reader;
    const resolve = samples['resolve']?.['shop.customer'];
    const one = (name: string): StatementRule => {
      const rule = samples['whole']?.[name];
      if (!rule) throw new Error(name);
      const owner = name === 'triggers' ? 'target_owner_name' : 'owner_name';
      const table = name === 'triggers' ? 'target_class_name' : 'class_name';
      const at = (column: string): number =>
        rule.columns?.findIndex((heading) => heading.name === column) ?? -1;
      const rows = toRows(rule).filter((row) => row[at(owner)] === 'SHOP' && row[at(table)] === 'customer');
      const select = /^SELECT .*? FROM \w+/.exec(rule.sql.replace(/\s+/g, ' '))?.[0] ?? '';
      const pattern = new RegExp(
        `^${select.replace(/[[\]().]/g, '\\$&')} WHERE [\\w.]+ = \\? AND \\w+ = \\?$`,
      );
      return { ...toRule(rule), sql: pattern, rows, markers: 2 };
    };
    if (!resolve) throw new Error('resolve');
    const views = [
      'classes',
      'attributes',
      'indexes',
      'index_keys',
      'serials',
      'super_classes',
      'triggers',
      'grants',
    ];
    await start('reader', [
      { ...toRule(resolve), markers: 2 },
      ...views.map(one),
      {
        sql: / FROM db_index WHERE is_foreign_key = 'YES'$/,
        columns: [{ name: 'owner_name', type: 'VARCHAR' }],
        rows: [],
      },
    ]);
    if (!broker) throw new Error('no broker');
    const connection = await connectTo(broker, { login: { user: 'reader' } });
    const model = await new SchemaReader().read(connection, {
      detail: 'full',
      object: 'shop.customer',
      timeoutMs: 20_000,
    });
    await connection.close();
    expect(model.objects[0]?.rowEstimate).toEqual({ rows: 1000, source: 'UPDATE STATISTICS' });
    expect(model.objects[0]?.columns.map((column) => column.name)).toEqual([
      'id', 'code', 'name', 'email', 'credit', 'created', 'changed', 'referrer',
    ]); // prettier-ignore
  });
});
