import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess, type McpSession } from '../helpers/mcp-session.js';
import { EVERYDAY } from '../suites/everyday-statements.js';

/** The statements build on one another, so each runs once, in order. */
describe('everyday statements of CoraDB on the embedded sample', () => {
  let session: McpSession;
  let ran = 0;
  let asked = 0;
  beforeAll(async () => void (session = await openInProcess('2025-11-25', {})));
  afterAll(() => session.close());

  for (const { manual, statements } of EVERYDAY) {
    describe(manual, () => {
      it.each(statements)('$sql', async ({ sql, rows, refused }) => {
        asked += 1;
        const { isError, document } = await session.call('execute_sql', { database: 'e-commerce', sql });
        if (refused !== undefined) {
          expect(document.error?.hint).toContain(refused);
          return;
        }
        expect(document.error).toBeUndefined();
        if (rows !== undefined) expect(document.statements[0].rows).toEqual(rows);
        if (!isError) ran += 1;
      });
    });
  }

  it('run, nine of ten at least', () => {
    expect(asked).toBeGreaterThanOrEqual(100);
    expect(ran / asked).toBeGreaterThanOrEqual(0.9);
  });
});
