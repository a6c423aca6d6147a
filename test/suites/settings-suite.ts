import { describe, expect, it } from 'vitest';
import { ERAS } from '../helpers/mcp-session.js';
import { DATABASE, type OpenSession } from './open-session.js';

/** What the settings forbid or limit. */
export function describeSettings(transport: string, open: OpenSession): void {
  describe.each(ERAS)(`the settings over ${transport}, protocol %s`, (era) => {
    it('off: there is no execute_sql', async () => {
      const session = await open(era, { CORADB_WRITE_MODE: 'off' });
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('execute_sql');
      expect(tools).toHaveLength(4);
      await expect(
        session.client.callTool({ name: 'execute_sql', arguments: { ...DATABASE, sql: 'SELECT 1' } }),
      ).rejects.toThrow('Unknown tool: execute_sql');
      await session.close();
    });

    it('dryrun: nothing is saved, and the reply says why', async () => {
      const session = await open(era, { CORADB_WRITE_MODE: 'dryrun' });
      const { document } = await session.call('execute_sql', {
        ...DATABASE,
        sql: 'UPDATE product SET units_in_stock = 9999 WHERE id = 15',
      });
      expect(document).toMatchObject({
        transaction: 'rolled back',
        rolledBackBecause: 'the server allows only dry runs (CORADB_WRITE_MODE=dryrun)',
        statements: [{ affectedRows: 1 }],
      });
      const after = await session.call('execute_select', {
        ...DATABASE,
        sql: 'SELECT COUNT(*) FROM product WHERE units_in_stock = 9999',
      });
      expect(after.document.statements[0].rows).toEqual([[0]]);
      await session.close();
    });

    it('limits: databases, cells, reply size', async () => {
      const session = await open(era, {
        CORADB_DATABASES: 'e-commerce',
        CORADB_MAX_CELL_CHARS: '5',
        CORADB_MAX_RESPONSE_CHARS: '1000',
      });
      const other = await session.call('execute_select', { database: 'E-commerce', sql: 'SELECT 1' });
      expect(other.document.error).toMatchObject({ layer: 'guard', hint: 'Allowed: e-commerce.' });
      const { document } = await session.call('execute_select', {
        ...DATABASE,
        sql: "SELECT 'abcdefgh'; SELECT id, 'abc' FROM product ORDER BY id",
      });
      expect(document.statements[0]).toMatchObject({
        rows: [['abcde… [cut; 8 characters in all]']],
        cellsCut: 1,
      });
      const { rows, rowsOmittedForSize, nextRow } = document.statements[1];
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.length + rowsOmittedForSize).toBe(200);
      expect(nextRow).toBe(rows.length + 1);
      await session.close();
    });
  });
}
