import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';
import { runHostile } from './hostile-run.js';
import { HOSTILE } from './statements.js';

let folder: string;
beforeAll(async () => void (folder = await scratchFolder()));
afterAll(() => removeFolder(folder));

/** One of each kind: a crash of the native stack, a deaf function, memory, width and depth. The whole: `npm run test:hostile`. */
const SHORT = [0, 5, 11, 17, 19].map((index) => HOSTILE[index] ?? '');

it.runIf(process.platform === 'linux')(
  'statements that end their process leave the server alone',
  async () => {
    const report = await runHostile(folder, () => Promise.resolve(SHORT), 1_500);
    expect(report).toMatchObject({ serverEnded: false, wrong: [], statements: 5 });
    // The two that are too wide or too deep are refused as input, or by the time limit where the machine reads slowly.
    const { ProcessEnded, input = 0, guard = 0, ...others } = report.outcomes;
    expect({ ProcessEnded, refused: input + guard, others }).toEqual({
      ProcessEnded: 3,
      refused: 2,
      others: {},
    });
    expect(report.mostMb).toBeLessThan(2_048 + 200);
    // Alone on a machine it is a tenth of it; a busy one starts processes slowly.
    expect(report.slowestLiveMs).toBeLessThan(1_000);
  },
  300_000,
);
