import { expect, it } from 'vitest';
import type { ToolReply } from '../../helpers/mcp-session.js';
import type { EngineSession } from './engine-session.js';

/** What no tool runs, whatever the engine would do with it. */
export function testRefusing(on: EngineSession): void {
  const refusedByGuard = ({ isError, document }: ToolReply) => {
    expect(isError).toBe(true);
    expect(document.error.layer).toBe('guard');
    expect(document.transaction).toBeUndefined();
    expect(document.statements.every(({ rows }: { rows?: unknown }) => rows === undefined)).toBe(true);
  };

  it.each([
    'COMMIT',
    'rollback',
    'ROLLBACK WORK',
    '/* x */ SAVEPOINT a',
    'Rollback Work',
    'UPDATE product SET id = id; COMMIT',
  ])('refuses transaction control before anything runs: %s', async (sql) => {
    refusedByGuard(await on.execute(sql));
  });

  it.each([
    'DELETE FROM product',
    'delete from product',
    '/* only looking */ Delete From product',
    'INSERT INTO category VALUES (99, 99)',
    'DROP TABLE product',
    'CREATE TABLE x (a INTEGER)',
    'DELETE FROM db_class',
    'SELECT 1; UPDATE product SET id = 1',
    'SELECT 1; DROP TABLE x',
    'SELECT order_serial.NEXT_VALUE',
    'SELECT order_serial.nextval',
    'select serial_next_value(order_serial, 1)',
    'SELECT INCR(n) FROM t',
    'SELECT "incr" (n) FROM t',
    'SELECT n FROM t WITH INCREMENT FOR n',
  ])('refuses in the reading tools before anything runs: %s', async (sql) => {
    refusedByGuard(await on.select(sql));
    const explained = await on.call('explain_query', { sql });
    expect(explained.isError).toBe(true);
    expect(explained.document.error.layer).toBe('guard');
  });

  it.each(["SELECT CLOB_FROM_FILE('/etc/hostname')", "select [blob_from_file] /* x */ ('/etc/hostname')"])(
    'refuses files of the database host in every tool: %s',
    async (sql) => {
      refusedByGuard(await on.select(sql));
      refusedByGuard(await on.execute(sql));
      refusedByGuard(await on.call('explain_query', { sql }));
    },
  );

  it('refuses what a dry run cannot undo', async () => {
    refusedByGuard(await on.execute('UPDATE STATISTICS ON product', { dryRun: true }));
  });
}
