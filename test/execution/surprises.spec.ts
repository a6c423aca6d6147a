import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrokerDriver } from '../../src/driver/coradb/wire/broker-driver.js';
import type { Call } from '../../src/execution/call.js';
import { callOf, createRunner, type CallChanges } from '../helpers/call-harness.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

/** Rows of engine-behaviour §0, "The surprises", that end in a refusal before anything is sent. */
const REFUSED: readonly (readonly [number, Call['purpose'], boolean, string])[] = [
  [1, 'select', false, "SELECT CLOB_FROM_FILE('/etc/passwd')"],
  [1, 'explain', false, "SELECT [blob_from_file] /* x */ ('/etc/passwd')"],
  [1, 'execute', false, "INSERT INTO t VALUES (CLOB_FROM_FILE('/etc/passwd'))"],
  [2, 'select', false, 'SELECT INCR(n) FROM t WHERE id = 1'],
  [2, 'select', false, 'SELECT n FROM t WHERE id = 1 WITH INCREMENT FOR n'],
  [2, 'select', false, 'SELECT s.NEXT_VALUE'],
  [2, 'execute', true, 'SELECT "INCR" (n) FROM t'],
  [5, 'select', false, 'SELECT * FROM t@server'],
  [5, 'execute', true, 'UPDATE t@server SET a = 1'],
  [6, 'execute', false, "SET SYSTEM PARAMETERS 'lock_escalation=1'"],
  [6, 'execute', true, "SET SYSTEM PARAMETERS 'lock_escalation=1'"],
  [7, 'execute', true, 'UPDATE STATISTICS ON t'],
  [9, 'execute', false, 'UPDATE t SET a = 1; COMMIT'],
  [9, 'execute', false, "PREPARE p FROM 'COMMIT'; EXECUTE p"],
  [9, 'explain', false, 'COMMIT'],
  [15, 'select', false, 'SELECT 1\0; DROP TABLE t'],
  [15, 'select', false, 'SELECT 1 /* never closed'],
  [18, 'execute', false, 'SET OPTIMIZATION LEVEL 2; SELECT 1'],
];

describe('surprises of the engine', () => {
  const database = new ScriptedDatabase({
    statements: [{ sql: 'SELECT 1', columns: [{ name: '1', type: 'INT' }], rows: [[1]] }],
  });
  let broker: ReplayBroker;
  beforeAll(async () => {
    broker = await ReplayBroker.start(database);
  });
  afterAll(() => broker.stop());

  const run = (sql: string, changes: CallChanges = {}) => {
    const login = { host: broker.host, port: broker.port, database: 'capdb', user: 'dba', password: '' };
    return createRunner(createBrokerDriver()).run(callOf(login, sql, changes));
  };

  it.each(REFUSED)('row %i, %s, dry run %s: %j is refused', async (_row, purpose, dryRun, sql) => {
    const accepted = broker.accepted;
    const document = await run(sql, { purpose, dryRun });
    expect(['guard', 'input']).toContain(document.error?.layer);
    expect(document.stopped).toBe('error');
    expect(document.transaction).toBeUndefined();
    expect(broker.accepted).toBe(accepted);
  });

  it('row 12: every call sets a lock time-out, and each statement a time limit, from what is left of the call', async () => {
    const before = broker.requests.length;
    await run('SELECT 1', { purpose: 'select', timeoutMs: 20_000 });
    const [lock, execute] = ['SET_DB_PARAMETER', 'EXECUTE'].map((wanted) =>
      broker.requests.slice(before).find(({ name }) => name === wanted),
    );
    const LOCK_TIMEOUT = 2;
    expect(lock?.args[0]?.readInt32BE(0)).toBe(LOCK_TIMEOUT);
    const lockMs = lock?.args[1]?.readInt32BE(0) ?? 0;
    expect(lockMs).toBeGreaterThan(10_000);
    expect(lockMs).toBeLessThanOrEqual(20_000);
    const limitMs = execute?.args[9]?.readInt32BE(0) ?? 0;
    expect(limitMs).toBeGreaterThan(12_000);
    expect(limitMs).toBeLessThanOrEqual(22_000);
  });

  it('row 14: a text that the settings of the server split differently is split as the server says', async () => {
    const sql = "SELECT '\\'; DROP TABLE t; --'";
    const document = await run(sql, { purpose: 'select' });
    // Default settings: two statements, of which the second is no query.
    expect(document.error?.message).toContain('DROP');
    expect(database.ran.filter((ran) => ran.sql.includes('DROP'))).toEqual([]);
  });
});
