import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

/** The part of node-cubrid that the witness uses; it has no types of its own. */
interface NodeCubrid {
  createConnection(options: Record<string, unknown>): NodeCubridConnection;
}
interface NodeCubridConnection {
  connect(): Promise<void>;
  getEngineVersion(): Promise<string>;
  queryAllAsObjects(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  execute(sql: string, params?: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

const cubrid = createRequire(import.meta.url)('node-cubrid') as NodeCubrid;
const brokers: ReplayBroker[] = [];

afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

describe('the scripted broker, seen by node-cubrid (an independent client)', () => {
  it('is a broker to it: login, version, rows in several replies, changes', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => [
      index + 1,
      `row ${index + 1} ${'z'.repeat(100)}`,
    ]);
    const database = new ScriptedDatabase({
      users: { dba: 'secret' },
      statements: [
        {
          sql: 'SELECT id, v FROM t',
          columns: [
            { name: 'id', type: 'INT' },
            { name: 'v', type: 'VARCHAR', precision: 200 },
          ],
          rows,
        },
        { sql: 'DELETE FROM t', type: 23, count: 400 },
      ],
    });
    const broker = await ReplayBroker.start(database);
    brokers.push(broker);
    const { host, port } = broker;
    const connection = cubrid.createConnection({
      host,
      port,
      user: 'dba',
      password: 'secret',
      database: 'capdb',
    });
    await connection.connect();
    expect(await connection.getEngineVersion()).toBe('11.4.0.1460');
    const read = await connection.queryAllAsObjects('SELECT id, v FROM t');
    expect(read.map(({ id, v }) => [id, v])).toEqual(rows);
    await connection.execute('DELETE FROM t');
    await connection.close();
    expect(database.ran.map(({ sql, outcome }) => [sql, outcome])).toEqual([
      ['SELECT id, v FROM t', 'committed'],
      ['DELETE FROM t', 'committed'],
    ]);
    expect(broker.violations).toEqual([]);
  });

  it('refuses a wrong password in a way it understands', async () => {
    const broker = await ReplayBroker.start(new ScriptedDatabase({ users: { dba: 'secret' } }));
    brokers.push(broker);
    const { host, port } = broker;
    const connection = cubrid.createConnection({
      host,
      port,
      user: 'dba',
      password: 'wrong',
      database: 'capdb',
    });
    await expect(connection.connect()).rejects.toThrow('Incorrect or missing password.');
  });
});
