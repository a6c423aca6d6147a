import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.js';
import { ERAS, type McpSession, openInProcess } from '../helpers/mcp-session.js';

const DATABASE = 'e-commerce';
/** What is refused with a hint that names the next call, where there is one. */
const REFUSED = [
  'DELETE FROM product',
  'SELECT INCR(n) FROM product',
  'SELECT order_serial.NEXT_VALUE',
  "SELECT CHAR_TO_CLOB('x')",
  'SELECT 1; DROP TABLE product',
  'SELECT * FROM product@other',
  "SELECT CLOB_FROM_FILE('/etc/passwd')",
  'SELECT nope FROM product',
  'SELECT * FROM nowhere',
  'EXPLAIN SELECT 1',
  ';schema product',
];
const NONCHARACTER = /[\ufdd0-\ufdd2]/;

describe.each(ERAS)('protocol %s', (era) => {
  describe.each(['off', 'dryrun', 'write'] as const)('CORADB_WRITE_MODE=%s', (writeMode) => {
    let session: McpSession;
    beforeAll(async () => {
      const env = { CORADB_DRIVER: 'embedded', CORADB_WRITE_MODE: writeMode };
      session = await openInProcess(era, loadSettings(env, '').coradb);
    });
    afterAll(() => session.close());

    it('says what this server offers, in instructions, definitions and hints', async () => {
      const { tools } = await session.client.listTools();
      const said = [session.client.getInstructions(), JSON.stringify(tools)];
      for (const sql of REFUSED) {
        for (const tool of [
          'execute_select',
          'explain_query',
          ...(writeMode === 'off' ? [] : ['execute_sql']),
        ]) {
          const input = { database: DATABASE, sql, ...(tool === 'execute_sql' && { dryRun: true }) };
          said.push(JSON.stringify((await session.call(tool, input)).document));
        }
      }
      const all = said.join('\n');
      expect(all).not.toMatch(NONCHARACTER);
      expect(all.includes('execute_sql')).toBe(writeMode !== 'off');
      expect(all.includes('for real')).toBe(writeMode === 'write');
      expect(all.includes('run it without dryRun')).toBe(writeMode === 'write');
    });

    it('names the way on', async () => {
      const { document } = await session.call('execute_select', {
        database: DATABASE,
        sql: 'DELETE FROM product',
      });
      expect(document.error.hint).toBe(
        {
          write:
            'Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE; everything else runs with execute_sql.',
          dryrun:
            'Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE; everything else can be tried with execute_sql, and is rolled back.',
          off: 'Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE; this server runs nothing else.',
        }[writeMode],
      );
      const files = await session.call('execute_select', { database: DATABASE, sql: REFUSED[6] });
      expect(files.document.error.hint).toBe(
        'Only the operator of this server can allow it (CORADB_SERVER_FILES=on).',
      );
    });
  });
});
