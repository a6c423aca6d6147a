import { expect, it } from 'vitest';
import { type Era, ERAS, newClient } from '../../helpers/mcp-session.js';
import { needsSaving } from './engine-session.js';
import type { EngineUnderTest } from './engine-under-test.js';

/** A change that a person must confirm: the question names what a trial on this engine did. */
export function testConfirming(engine: EngineUnderTest, era: Era): void {
  it('asks before it saves, and saves what was confirmed only', async (context) => {
    needsSaving(context, engine);
    const questions: string[] = [];
    let confirm = false;
    const client = newClient(era, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler('elicitation/create', (request) => {
      questions.push(request.params.message);
      return { action: 'accept' as const, content: { confirm } };
    });
    const session = await engine.open(era, { CORADB_CONFIRM: 'destructive' }, client);
    const call = (sql: string) => session.call('execute_sql', { ...engine.login, sql });
    // A number of its own: the sessions of both eras may share one database.
    const stock = era === '2025-11-25' ? 71 : 72;
    const sql = `UPDATE product SET units_in_stock = ${stock} WHERE id IN (1, 2, 3)`;
    const changed = async () =>
      (
        await session.call('execute_select', {
          ...engine.login,
          sql: `SELECT COUNT(*) FROM product WHERE id IN (1, 2, 3) AND units_in_stock = ${stock}`,
        })
      ).document.statements[0].rows;

    const declined = await call(sql);
    expect(declined.isError).toBe(true);
    expect(declined.document.error).toMatchObject({ layer: 'guard' });
    expect(await changed()).toEqual([[0]]);
    if (!(engine.asksIn ?? ERAS).includes(era)) {
      expect(questions).toEqual([]);
      return session.close();
    }
    confirm = true;
    const saved = await call(sql);
    expect(saved.document).toMatchObject({ transaction: 'committed', statements: [{ affectedRows: 3 }] });
    expect(await changed()).toEqual([[3]]);
    const question =
      `Save this in database "${engine.login.database}" (${engine.loginText()})?\n\n${sql}\n\n` +
      'A trial, rolled back: statement 1 (UPDATE) changed 3 rows.';
    expect(questions).toEqual([question, question]);

    await call('CREATE TABLE t_dropped (a INTEGER)');
    expect((await call('DROP TABLE t_dropped')).document.transaction).toBe('committed');
    expect(questions[2]).toContain(`statement 1 (${engine.kinds.dropTable}) succeeded`);
    await session.close();
  });
}
