import { expect, it } from 'vitest';
import { createBrokerDriver } from '../../src/driver/coradb/wire/broker-driver.js';
import { callOf, createRunner } from '../helpers/call-harness.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';
import type { OpenBlock } from '../helpers/broker-requests.js';
import type { BrokerClient } from '../helpers/replay-broker.js';

const CALLS = 200;
const DATABASES = 20;

/** Answers with who logged in to what, so that each reply can be told from all others. */
class MarkingDatabase extends ScriptedDatabase {
  readonly logins = new Map<number, OpenBlock>();

  constructor() {
    super({
      statements: [
        {
          sql: /^SELECT n FROM numbers_\d+$/,
          columns: [
            { name: 'marker', type: 'VARCHAR' },
            { name: 'n', type: 'INT' },
          ],
          rows: (_binds, sql) => {
            const call = Number(/\d+/.exec(sql)?.[0]);
            return Array.from({ length: 1 + (call % 37) }, (_, index) => [`marker ${call}`, index]);
          },
        },
        { sql: /^UPDATE t SET marker = \d+$/, type: 22, count: 1 },
      ],
      users: Object.fromEntries(
        Array.from({ length: CALLS }, (_, call) => [`user${call}`, `password ${call}`]),
      ),
      databases: Array.from({ length: DATABASES }, (_, number) => `db${number}`),
    });
  }

  override openDatabase(block: OpenBlock, client: BrokerClient) {
    this.logins.set(client.id, block);
    return super.openDatabase(block, client);
  }
}

it('two hundred calls at once keep their logins, databases, limits and rows apart', async () => {
  const database = new MarkingDatabase();
  const broker = await ReplayBroker.start(database);
  const runner = createRunner(createBrokerDriver(), {
    maxConcurrentCalls: CALLS,
    maxQueuedCalls: 0,
    connectTimeoutMs: 60_000,
  });
  const startedAt = performance.now();
  const documents = await Promise.all(
    Array.from({ length: CALLS }, (_, call) => {
      const login = {
        host: broker.host,
        port: broker.port,
        database: `db${call % DATABASES}`,
        user: `user${call}`,
        // One in ten has a wrong password, which must fail that call and no other.
        password: call % 10 === 9 ? 'wrong' : `password ${call}`,
      };
      const sql = `UPDATE t SET marker = ${call}; SELECT n FROM numbers_${call}`;
      return runner.run(callOf(login, sql, { maxRows: 1 + (call % 7), dryRun: call % 2 === 1 }));
    }),
  );
  const ms = Math.round(performance.now() - startedAt);
  documents.forEach((document, call) => {
    expect(document.login).toBe(`user${call}@127.0.0.1:${broker.port}/db${call % DATABASES}`);
    if (call % 10 === 9) {
      expect(document.error).toMatchObject({ layer: 'engine', code: -171 });
      expect(document.transaction).toBeUndefined();
      return;
    }
    const total = 1 + (call % 37);
    const shown = Math.min(total, 1 + (call % 7));
    expect(document.transaction).toBe(call % 2 === 1 ? 'rolled back' : 'committed');
    expect(document.statements[1]).toMatchObject({ totalRows: total, truncated: shown < total });
    expect(document.statements[1]?.rows).toEqual(
      Array.from({ length: shown }, (_, index) => [`marker ${call}`, index]),
    );
  });
  // The database saw each change under the login of its own call, with that call's outcome.
  const changes = database.ran.filter(({ sql }) => sql.startsWith('UPDATE'));
  expect(changes).toHaveLength(CALLS * 0.9);
  for (const { client, sql, outcome } of changes) {
    const call = Number(/\d+$/.exec(sql)?.[0]);
    expect(database.logins.get(client)).toMatchObject({
      user: `user${call}`,
      database: `db${call % DATABASES}`,
    });
    expect(outcome).toBe(call % 2 === 1 ? 'rolled back' : 'committed');
  }
  expect(database.mistakes).toEqual([]);
  expect(broker.violations).toEqual([]);
  await broker.until(({ openSockets }) => openSockets === 0);
  await broker.stop();
  process.stdout.write(`${CALLS} calls at once: ${ms} ms, none mixed up\n`);
});
