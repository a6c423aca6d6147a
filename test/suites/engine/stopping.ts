import { expect, it } from 'vitest';
import { type EngineSession, needsSaving, TABLE } from './engine-session.js';

/** Calls that end before their statements do. */
export function testStopping(on: EngineSession): void {
  const { engine } = on;

  it('stops a SELECT at its time limit', async () => {
    const { isError, document } = await on.select(engine.endless, { timeoutMs: 500 });
    expect(isError).toBe(true);
    expect(document).toMatchObject({
      stopped: 'timeout',
      transaction: 'rolled back',
      rolledBackBecause: 'the time limit of 500 ms ran out',
      error: { layer: 'guard' },
    });
    expect(document.elapsedMs).toBeGreaterThanOrEqual(490);
    // The limit, a grace for the engine to stop, and a busy machine.
    expect(document.elapsedMs).toBeLessThan(10_000);
  });

  it('stops a script at its time limit and leaves nothing behind', async () => {
    const { isError, document } = await on.execute(
      `CREATE TABLE ${TABLE} (a INTEGER); INSERT INTO ${TABLE} VALUES (1); ${engine.endless}; SELECT 1`,
      { timeoutMs: 1_000 },
    );
    expect(isError).toBe(true);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'the time limit of 1000 ms ran out',
      stopped: 'timeout',
    });
    expect(document.statements[1]).toMatchObject({ affectedRows: 1 });
    expect(document.statements[3]).toMatchObject({ skipped: true });
    expect((await on.select(`SELECT * FROM ${TABLE}`)).isError).toBe(true);
  });

  it('stops a call at its time limit and saves nothing', async (context) => {
    needsSaving(context, engine);
    const before = await on.stockOf(17);
    const { isError, document } = await on.execute(
      `UPDATE product SET units_in_stock = 9999 WHERE id = 17; ${engine.endless}; SELECT 1`,
      { timeoutMs: 300 },
    );
    expect(isError).toBe(true);
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'the time limit of 300 ms ran out',
      stopped: 'timeout',
    });
    expect(document.statements[2]).toMatchObject({ skipped: true });
    expect(await on.stockOf(17)).toBe(before);
  });

  it('stops a SELECT that the client cancels, and serves the next call', async () => {
    await expect(on.cancelIn(1, 'execute_select', engine.endless)).rejects.toThrow();
    expect(await on.rows('SELECT 1')).toEqual([[1]]);
  });

  it('stops a script that the client cancels and saves nothing', async (context) => {
    needsSaving(context, engine);
    const before = await on.stockOf(18);
    const script = `UPDATE product SET units_in_stock = 9999 WHERE id = 18; ${engine.endless}`;
    await expect(on.cancelIn(2, 'execute_sql', script)).rejects.toThrow();
    expect(await on.stockOf(18)).toBe(before);
  });
}
