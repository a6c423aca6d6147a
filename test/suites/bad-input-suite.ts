import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type McpSession } from '../helpers/mcp-session.js';
import { DATABASE, type OpenSession } from './open-session.js';

/** Input that is wrong gets a clear error, and the server lives on. */
export function describeBadInput(transport: string, open: OpenSession): void {
  describe.each(ERAS)(`bad input over ${transport}, protocol %s`, (era) => {
    let session: McpSession;
    beforeAll(async () => {
      session = await open(era);
    });
    afterAll(() => session?.close());

    const select = async (sql: string) =>
      (await session.call('execute_select', { ...DATABASE, sql })).document.statements[0];
    const refused = async (name: string, args: Record<string, unknown>) => {
      const reply = await session.call(name, args);
      expect(reply.isError).toBe(true);
      // Input that the schema refuses has a text only; what comes later has a document with the same message.
      return reply.document?.error?.message ?? reply.text;
    };

    it.each([
      [
        'an unknown key',
        { ...DATABASE, sql: 'SELECT 1', max_row: 1 },
        'Unrecognized key: "max_row"; allowed keys: sql, database',
      ],
      ['a wrong type', { ...DATABASE, sql: 5 }, '[sql]: Invalid input: expected string'],
      ['a missing database', { sql: 'SELECT 1' }, '[database]: Invalid input'],
      ['empty SQL', { ...DATABASE, sql: '' }, '"sql" holds no statement'],
      ['SQL of comments only', { ...DATABASE, sql: '/* nothing */ ; -- here' }, '"sql" holds no statement'],
      ['a NUL character', { ...DATABASE, sql: 'SELECT 1\0; DROP TABLE product' }, 'NUL'],
      ['an unclosed string', { ...DATABASE, sql: "SELECT 'abc" }, 'line 1, column 8'],
      ['an unknown database', { database: 'nope', sql: 'SELECT 1' }, 'e-commerce'],
      ['a database with a host', { database: 'e-commerce@evil', sql: 'SELECT 1' }, '"@" is not allowed'],
      ['a database with a path', { database: 'a/b', sql: 'SELECT 1' }, '"/" is not allowed'],
      ['a database with ..', { database: '..', sql: 'SELECT 1' }, '".." is not allowed'],
      ['too few values', { ...DATABASE, sql: 'SELECT ?, ?', params: [1] }, '2 bind markers'],
      ['too many values', { ...DATABASE, sql: 'SELECT ?', params: [1, 2] }, '1 bind marker'],
      ['no values', { ...DATABASE, sql: 'SELECT ?' }, '1 bind marker'],
      [
        'values for two statements',
        { ...DATABASE, sql: 'SELECT ?; SELECT 1', params: [1] },
        'single statement',
      ],
      [
        'maxRows over the limit',
        { ...DATABASE, sql: 'SELECT 1', maxRows: 5001 },
        'at most 5000 (CORADB_MAX_ROWS_LIMIT)',
      ],
      ['maxRows of 0', { ...DATABASE, sql: 'SELECT 1', maxRows: 0 }, '[maxRows]'],
      [
        'timeoutMs over the limit',
        { ...DATABASE, sql: 'SELECT 1', timeoutMs: 600_001 },
        'CORADB_MAX_TIMEOUT_MS',
      ],
    ])('%s is refused with what was wrong', async (_name, args, message) => {
      const said = await refused('execute_select', args);
      const shown = said.includes(message)
        ? said
        : JSON.stringify((await session.call('execute_select', args)).document ?? said);
      expect(shown).toContain(message.replaceAll('"', shown === said ? '"' : '\\"'));
    });

    it('5 MB of SQL is refused, and the most that is allowed is answered', async () => {
      const message = await refused('execute_select', {
        ...DATABASE,
        sql: `SELECT ${'('.repeat(5_000_000)}`,
      });
      expect(message).toContain('[sql]: must have at most 1000000 characters');
      expect((await select(`/* ${'x'.repeat(999_900)} */ SELECT 7`)).rows).toEqual([[7]]);
    });

    it('more statements than allowed are refused', async () => {
      const message = await refused('execute_select', { ...DATABASE, sql: 'SELECT 1;'.repeat(51) });
      expect(message).toContain('51 statements; at most 50 are allowed (CORADB_MAX_STATEMENTS)');
    });

    it('two statements of which one is wrong run neither', async () => {
      const reply = await session.call('execute_select', { ...DATABASE, sql: 'SELECT 1; SELEC 2' });
      expect(reply.isError).toBe(true);
      expect(reply.document.statements[0].rows).toBeUndefined();
    });

    it('an unknown tool is a protocol error, and the server lives on', async () => {
      await expect(session.client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow(
        'Unknown tool: nope',
      );
      expect((await select('SELECT 1')).rows).toEqual([[1]]);
    });
  });
}
