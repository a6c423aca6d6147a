import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { type McpSession, openInProcess } from '../helpers/mcp-session.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase } from '../helpers/scripted-database.js';

const PLAN = 'Query plan:\n\nsscan\n    class: t node[0]\n\nQuery stmt:\n\nselect t.a from t t\n';
const column = { name: 'a', type: 'INT' as const };

let broker: ReplayBroker;
let session: McpSession;
beforeAll(async () => {
  broker = await ReplayBroker.start(
    new ScriptedDatabase({
      statements: [
        { sql: 'SELECT 1', columns: [column], rows: [[1]] },
        { sql: 'SELECT a FROM t', columns: [column], rows: [[1]], plan: PLAN },
      ],
    }),
  );
  const settings = loadSettings(
    { CORADB_DRIVER: 'broker', CORADB_HOST: '127.0.0.1', CORADB_PORT: `${broker.port}` },
    '',
  );
  session = await openInProcess('2026-07-28', settings.coradb);
});
afterAll(async () => {
  await session.close();
  await broker.stop();
});

it('looks into the plan with one request, and only where a view could hide something', async () => {
  const times = { 'SELECT 1': [] as number[], 'SELECT a FROM t': [] as number[] };
  for (let round = 0; round < 25; round++) {
    for (const sql of ['SELECT 1', 'SELECT a FROM t'] as const) {
      const before = broker.requests.length;
      const startedAt = performance.now();
      const { isError } = await session.call('execute_select', { database: 'demodb', sql });
      times[sql].push(performance.now() - startedAt);
      expect(isError).toBe(false);
      const names = broker.requests.slice(before).map(({ name }) => name);
      expect(names.filter((name) => name === 'GET_QUERY_INFO')).toHaveLength(sql === 'SELECT 1' ? 0 : 1);
    }
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
  const [without, withPlan] = [median(times['SELECT 1']), median(times['SELECT a FROM t'])];
  console.info(
    `plan check: a whole call takes ${without.toFixed(1)} ms without and ${withPlan.toFixed(1)} ms with it (ratio ${(withPlan / without).toFixed(2)})`,
  );
});
