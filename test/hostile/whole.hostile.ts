import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';
import { runHostile } from './hostile-run.js';
import { callOfFunction, HOSTILE } from './statements.js';

/** One signature of each function that computes. */
const FUNCTIONS =
  "SELECT function_name, to_json(min(parameter_types)) FROM duckdb_functions() WHERE function_type IN ('scalar', " +
  "'aggregate') AND NOT has_side_effects GROUP BY function_name ORDER BY function_name";

let folder: string;
beforeAll(async () => void (folder = await scratchFolder()));
afterAll(() => removeFolder(folder));

it('every function of the engine with huge and deep arguments leaves the server alone', async () => {
  const report = await runHostile(
    folder,
    async (select) => {
      const functions = await select(FUNCTIONS);
      const calls = functions.flatMap(([name, types], turn) => {
        const read = JSON.parse(String(types)) as readonly (string | null)[];
        return callOfFunction(String(name), read, turn) ?? [];
      });
      return [...HOSTILE, ...calls];
    },
    1_000,
  );
  console.log(report);
  expect(report).toMatchObject({ serverEnded: false, wrong: [] });
  expect(report.statements).toBeGreaterThan(100);
  expect(report.mostMb).toBeLessThan(2_048 + 200);
  expect(report.slowestSmallMs).toBeLessThan(1_000);
  expect(report.slowestLiveMs).toBeLessThan(1_000);
});
