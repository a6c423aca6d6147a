import { afterEach, describe, expect, it } from 'vitest';
import { printSchemaText } from '../../src/schema/printers/text-printer.js';
import { SchemaReader } from '../../src/schema/schema-service.js';
import { connectTo } from '../helpers/broker-connect.js';
import { SAMPLES, catalogRules, catalogText, toRows, toRule, type User } from '../helpers/catalog-rules.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase, type StatementRule } from '../helpers/scripted-database.js';

let broker: ReplayBroker | undefined;
afterEach(() => broker?.stop());

/** The sample results of one user, as rules of a database behind a broker on a loopback socket. */
async function start(user: User, extra: readonly StatementRule[] = []): Promise<ScriptedDatabase> {
  const database = new ScriptedDatabase({ statements: [...extra, ...catalogRules(user)] });
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
    expect(`${printSchemaText(model)}\n`).toBe(catalogText(user));
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
