import { expect, it } from 'vitest';
import { type EngineSession, needsSample, needsSaving, TABLE } from './engine-session.js';

/** Changes: what is saved, what is undone, and what a reply says about it. */
export function testChanging(on: EngineSession): void {
  const { engine } = on;
  /** The engine's own words, behind its name and the code. */
  const wordsOf = ({ code, message }: { code: unknown; message: string }) => {
    const prefix = `${engine.errorPrefix}${String(code)}: `;
    expect(message.startsWith(prefix), message).toBe(true);
    return message.slice(prefix.length);
  };
  const tableIsGone = async () => {
    const { document } = await on.select(`SELECT * FROM ${TABLE}`);
    expect(document.error.code).toBe(engine.errors.unknownTable.code);
    expect(wordsOf(document.error)).toMatch(engine.errors.unknownTable.says);
  };
  const why = engine.saves
    ? 'dryRun was requested'
    : 'the server allows only dry runs (CORADB_WRITE_MODE=dryrun)';
  const dry = engine.saves ? { dryRun: true } : {};

  it('runs a script with DDL as a dry run and leaves nothing behind', async () => {
    const { isError, document, text } = await on.execute(
      `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, name VARCHAR(20));
INSERT INTO ${TABLE} VALUES (1, 'one'), (2, 'two'), (3, 'three');
UPDATE ${TABLE} SET name = 'zwei' WHERE id >= 2;
DELETE FROM ${TABLE} WHERE id = 3;
SELECT id, name FROM ${TABLE} ORDER BY id`,
      dry,
    );
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual(document);
    expect(document).toMatchObject({
      login: engine.loginText(),
      transaction: 'rolled back',
      rolledBackBecause: why,
      statements: [
        { type: engine.kinds.createTable },
        { type: 'INSERT', affectedRows: 3 },
        { type: 'UPDATE', affectedRows: 2 },
        { type: 'DELETE', affectedRows: 1 },
        { type: 'SELECT', totalRows: 2 },
      ],
    });
    expect(document.statements[0].affectedRows).toBeUndefined();
    expect(document.statements[4].rows).toEqual([
      [1, 'one'],
      [2, 'zwei'],
    ]);
    await tableIsGone();
  });

  it('undoes a drop with the rest', async () => {
    const script = `CREATE TABLE ${TABLE} (a INTEGER); INSERT INTO ${TABLE} VALUES (1); SELECT * FROM ${TABLE}; DROP TABLE ${TABLE}`;
    const { document } = await on.execute(script, dry);
    expect(document.transaction).toBe('rolled back');
    expect(document.statements[2].rows).toEqual([[1]]);
    expect(document.statements[3].type).toBe(engine.kinds.dropTable);
    await tableIsGone();
  });

  it('stops at the first failing statement, shows the place and rolls back', async () => {
    const { isError, document } = await on.execute(
      `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY);\nSELECT nope\n  FROM ${TABLE}; SELECT 1`,
    );
    expect(isError).toBe(true);
    const { code, says } = engine.errors.unknownColumn;
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'statement 2 failed',
      stopped: 'error',
      error: {
        layer: 'engine',
        code,
        position: { line: 2, column: 8 },
        near: expect.stringContaining(`SELECT ⟶nope FROM ${TABLE}; SELECT 1`) as string,
      },
      statements: [{}, { failed: true }, { skipped: true }],
    });
    expect(wordsOf(document.error)).toMatch(says);
    // Once: neither the statement nor the engine's drawing of the place says it again.
    expect(document.error.message).not.toMatch(/^LINE \d/m);
    expect(document.statements[1]).not.toHaveProperty('error');
    await tableIsGone();
  });

  it('says what an engine says about wrong SQL', async () => {
    const { document } = await on.execute('UPDATE SET WHERE', dry);
    const { code, says } = engine.errors.syntax;
    expect(document.error).toMatchObject({ layer: 'engine', code });
    expect(wordsOf(document.error)).toMatch(says);
  });

  it('undoes what came before a row that breaks a key', async () => {
    const { document } = await on.execute(
      `CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY); INSERT INTO ${TABLE} VALUES (1); INSERT INTO ${TABLE} VALUES (1); SELECT 1`,
    );
    const { code, says } = engine.errors.duplicateKey;
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'statement 3 failed',
      error: { layer: 'engine', code },
      statements: [{}, { affectedRows: 1 }, { type: 'INSERT' }, { skipped: true }],
    });
    expect(wordsOf(document.error)).toMatch(says);
    await tableIsGone();
  });

  it('binds the values of a change', async (context) => {
    needsSample(context, engine);
    const { document } = await on.execute('UPDATE product SET units_in_stock = ? WHERE id = ?', {
      ...dry,
      params: [17, 19],
    });
    expect(document).toMatchObject({ transaction: 'rolled back', statements: [{ affectedRows: 1 }] });
    expect(await on.stockOf(19)).not.toBe(17);
  });

  it('commits a change, and undoes it in a dry run', async (context) => {
    needsSaving(context, engine);
    const sql = 'UPDATE product SET units_in_stock = 40 WHERE id = 15';
    const tried = await on.execute('UPDATE product SET units_in_stock = 41 WHERE id = 15', { dryRun: true });
    expect(tried.document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'dryRun was requested',
      statements: [{ type: 'UPDATE', affectedRows: 1 }],
    });
    expect(await on.stockOf(15)).not.toBe(41);
    const real = await on.execute(sql);
    expect(real.document).toMatchObject({
      transaction: 'committed',
      statements: [{ type: 'UPDATE', affectedRows: 1, sql }],
    });
    expect(real.document.rolledBackBecause).toBeUndefined();
    expect(await on.stockOf(15)).toBe(40);
  });

  it('saves nothing when the second of three statements fails, and says which one', async (context) => {
    needsSaving(context, engine);
    const before = await on.stockOf(16);
    const { isError, document } = await on.execute(
      'UPDATE product SET units_in_stock = 9999 WHERE id = 16; SELECT nope FROM product; SELECT 1',
    );
    expect(isError).toBe(true);
    const { code } = engine.errors.unknownColumn;
    expect(document).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'statement 2 failed',
      stopped: 'error',
      statements: [{ affectedRows: 1 }, { failed: true }, { skipped: true }],
    });
    expect(document.error.message.startsWith(`${engine.errorPrefix}${code}: `)).toBe(true);
    expect(await on.stockOf(16)).toBe(before);
  });

  it('says nothing of a serial that the call itself has made', async () => {
    const { document } = await on.execute(
      `CREATE SERIAL ${TABLE}_s; SELECT ${TABLE}_s.NEXT_VALUE; SELECT 1`,
      dry,
    );
    expect(document).toMatchObject({ transaction: 'rolled back', rolledBackBecause: why });
    expect(document.statements[1].rows).toEqual([[1]]);
    // It goes with the rollback, so no step of it stays.
    expect(document.statements.map(({ notes }: { notes?: unknown }) => notes)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says so for a serial that stays, dry run or not', async (context) => {
    needsSaving(context, engine);
    const moved = async (args: Record<string, unknown>) => {
      const { document } = await on.call('execute_sql', args);
      expect(document.transaction).toBe('rolled back');
      return JSON.stringify(document.statements[0].notes ?? []);
    };
    const sql = 'SELECT order_serial.NEXT_VALUE';
    expect(await moved({ sql, dryRun: true })).toContain('order_serial');
    expect(await moved({ sql: `${sql}; SELECT * FROM nope` })).toContain('order_serial');
  });

  it('saves a view, shows its rows to the next call, and drops it', async (context) => {
    needsSaving(context, engine);
    const view = `${TABLE}_v`;
    await on.execute(`CREATE VIEW ${view} AS SELECT id FROM product`);
    expect(await on.rows(`SELECT COUNT(*) FROM ${view}`)).toEqual([[2_272]]);
    const { document } = await on.execute(`DROP VIEW ${view}`);
    expect(document.transaction).toBe('committed');
  });

  it('refuses to read a view that steps a serial, and notes the step in a dry run', async (context) => {
    needsSaving(context, engine);
    const view = `${TABLE}_n`;
    await on.execute(`CREATE VIEW ${view} AS SELECT order_serial.NEXT_VALUE AS n FROM category`);
    const read = await on.select(`SELECT n FROM ${view}`);
    expect(read.isError).toBe(true);
    expect(['guard', 'engine']).toContain(read.document.error.layer);
    expect(read.document.statements[0].rows).toBeUndefined();
    const tried = await on.execute(`SELECT n FROM ${view} LIMIT 1`, { dryRun: true });
    expect(tried.document.transaction).toBe('rolled back');
    expect(tried.document.statements[0].notes).toEqual([expect.stringMatching(/serial/i)]);
    expect((await on.execute(`DROP VIEW ${view}`)).document.transaction).toBe('committed');
  });
}
