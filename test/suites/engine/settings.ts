import { expect, it } from 'vitest';
import type { Era, McpSession, SettingsEnv } from '../../helpers/mcp-session.js';
import { needsSample, TABLE } from './engine-session.js';
import type { EngineUnderTest } from './engine-under-test.js';

/** What the settings forbid or limit. Each test has a server of its own. */
export function testSettings(engine: EngineUnderTest, era: Era): void {
  const { login, series } = engine;
  const within = async (env: SettingsEnv, work: (session: McpSession) => Promise<void>) => {
    const session = await engine.open(era, env);
    try {
      await work(session);
    } finally {
      await session.close();
    }
  };

  it('off: there is no execute_sql', () =>
    within({ CORADB_WRITE_MODE: 'off' }, async (session) => {
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('execute_sql');
      expect(tools).toHaveLength(4);
      await expect(
        session.client.callTool({ name: 'execute_sql', arguments: { ...login, sql: 'SELECT 1' } }),
      ).rejects.toThrow('Unknown tool: execute_sql');
    }));

  it('dryrun: nothing is saved, and the reply says why', (context) => {
    needsSample(context, engine);
    return within({ CORADB_WRITE_MODE: 'dryrun' }, async (session) => {
      const { document } = await session.call('execute_sql', {
        ...login,
        sql: 'UPDATE product SET units_in_stock = 9999 WHERE id = 15',
      });
      expect(document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'the server allows only dry runs (CORADB_WRITE_MODE=dryrun)',
        statements: [{ affectedRows: 1 }],
      });
      const after = await session.call('execute_select', {
        ...login,
        sql: 'SELECT COUNT(*) FROM product WHERE units_in_stock = 9999',
      });
      expect(after.document.statements[0].rows).toEqual([[0]]);
    });
  });

  it('limits: databases, cells, reply size', () => {
    const env = {
      CORADB_DATABASES: login.database,
      CORADB_MAX_CELL_CHARS: '5',
      CORADB_MAX_RESPONSE_CHARS: '1000',
      CORADB_WRITE_MODE: 'dryrun',
    };
    return within(env, async (session) => {
      const other = await session.call('execute_select', {
        ...login,
        database: login.database.toUpperCase(),
        sql: 'SELECT 1',
      });
      expect(other.document.error).toMatchObject({ layer: 'guard', hint: `Allowed: ${login.database}.` });
      const { document } = await session.call('execute_select', {
        ...login,
        sql: `SELECT 'abcdefgh'; SELECT s.id, 'abc' FROM (${series.sql}) s ORDER BY 1`,
      });
      expect(document.statements[0]).toMatchObject({
        rows: [['abcde… [cut; 8 characters in all]']],
        cellsCut: 1,
      });
      const { rows, rowsOmittedForSize, nextRow, totalRows, truncated } = document.statements[1];
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.length + rowsOmittedForSize).toBe(200);
      expect(nextRow).toBe(rows.length + 1);
      expect({ totalRows, truncated }).toEqual({ totalRows: series.rows, truncated: true });
    });
  });

  it('limits: rows of a call that gives no number, statements, and the time of one statement', () => {
    const env = {
      CORADB_MAX_ROWS: '3',
      CORADB_MAX_STATEMENTS: '2',
      CORADB_CALL_TIMEOUT_MS: '0',
      CORADB_QUERY_TIMEOUT_MS: '500',
      CORADB_WRITE_MODE: 'dryrun',
    };
    return within(env, async (session) => {
      const { document, isError, text } = await session.call('execute_select', { ...login, sql: series.sql });
      expect(isError, text).toBe(false);
      expect(document.statements[0]).toMatchObject({ rows: [[1], [2], [3]], nextRow: 4, truncated: true });
      const many = await session.call('execute_sql', {
        ...login,
        sql: `SELECT 1; SELECT 2; DROP TABLE ${TABLE}`,
      });
      expect(many.document.error.message).toContain('at most 2 are allowed (CORADB_MAX_STATEMENTS)');
      const endless = await session.call('execute_select', { ...login, sql: engine.endless });
      expect(endless.isError).toBe(true);
      expect(endless.document).toMatchObject({
        stopped: 'timeout',
        transaction: 'rolled back',
        rolledBackBecause: 'a statement ran longer than 500 ms (CORADB_QUERY_TIMEOUT_MS)',
      });
    });
  });
}
