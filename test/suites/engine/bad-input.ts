import { expect, it } from 'vitest';
import type { EngineSession } from './engine-session.js';

/** Input that is wrong gets a clear error, and the server lives on. */
export function testBadInput(on: EngineSession): void {
  const { engine } = on;
  const refused = async (name: string, args: Record<string, unknown>) => {
    const reply = await on.mcp.call(name, args);
    expect(reply.isError).toBe(true);
    // The same document as every other error, whoever refused it.
    expect(JSON.parse(reply.text)).toEqual(reply.document);
    return reply.document.error.message as string;
  };

  it.each<readonly [string, Record<string, unknown>, string]>([
    [
      'an unknown key',
      { sql: 'SELECT 1', max_row: 1 },
      'Unrecognized key: "max_row"; allowed keys: sql, database',
    ],
    ['a wrong type', { sql: 5 }, '"sql" must be text, not 5.'],
    [
      'a number as text',
      { sql: 'SELECT 1', maxRows: '10' },
      '"maxRows" must be a number, not the text "10". Send 10 without quotes around it.',
    ],
    [
      'a list as text',
      { sql: 'SELECT ?', params: '[1]' },
      '"params" must be a list, not the text "[1]". Send [1] without quotes around it.',
    ],
    ['a password that is a number', { sql: 'SELECT 1', password: 12_345 }, '"password" must be text.'],
    [
      'half of a surrogate pair',
      { sql: "SELECT '\ud83d' AS x" },
      '"sql" holds half of a surrogate pair, U+D83D at character 9.',
    ],
    ['a database that is no text', { sql: 'SELECT 1', database: 7 }, '"database" must be text, not 7.'],
    ['empty SQL', { sql: '' }, '"sql" holds no statement'],
    ['SQL of comments only', { sql: '/* nothing */ ; -- here' }, '"sql" holds no statement'],
    ['a NUL character', { sql: 'SELECT 1\0; DROP TABLE product' }, 'NUL'],
    ['an unclosed string', { sql: "SELECT 'abc" }, 'line 1, column 8'],
    ['a database with a host', { sql: 'SELECT 1', database: 'e-commerce@evil' }, '"@" is not allowed'],
    ['a database with a path', { sql: 'SELECT 1', database: 'a/b' }, '"/" is not allowed'],
    ['a database with ..', { sql: 'SELECT 1', database: '..' }, '".." is not allowed'],
    ['too few values', { sql: 'SELECT ?, ?', params: [1] }, '2 bind markers'],
    ['too many values', { sql: 'SELECT ?', params: [1, 2] }, '1 bind marker'],
    ['no values', { sql: 'SELECT ?' }, '1 bind marker'],
    ['values for two statements', { sql: 'SELECT ?; SELECT 1', params: [1] }, 'single statement'],
    ['maxRows over the limit', { sql: 'SELECT 1', maxRows: 5001 }, 'at most 5000 (CORADB_MAX_ROWS_LIMIT)'],
    ['maxRows of 0', { sql: 'SELECT 1', maxRows: 0 }, '"maxRows" must be at least 1, not 0.'],
    ['startRow of 0', { sql: 'SELECT 1', startRow: 0 }, '"startRow" must be at least 1, not 0.'],
    ['timeoutMs over the limit', { sql: 'SELECT 1', timeoutMs: 600_001 }, 'CORADB_MAX_TIMEOUT_MS'],
  ])('%s is refused with what was wrong', async (_name, given, message) => {
    const args = { ...engine.login, ...given };
    const said = await refused('execute_select', args);
    const shown = said.includes(message)
      ? said
      : JSON.stringify((await on.mcp.call('execute_select', args)).document ?? said);
    expect(shown).toContain(message.replaceAll('"', shown === said ? '"' : '\\"'));
  });

  it('5 MB of SQL is refused, and the most that is allowed is answered', async () => {
    const message = await refused('execute_select', {
      ...engine.login,
      sql: `SELECT ${'('.repeat(5_000_000)}`,
    });
    expect(message).toContain('"sql" must have at most 1000000 characters');
    expect(await on.rows(`/* ${'x'.repeat(999_900)} */ SELECT 7`)).toEqual([[7]]);
  });

  it('more statements than allowed are refused, and as many as allowed are run', async () => {
    const message = await refused('execute_select', { ...engine.login, sql: 'SELECT 1;'.repeat(51) });
    expect(message).toContain('51 statements; at most 50 are allowed (CORADB_MAX_STATEMENTS)');
    const { document } = await on.select('SELECT 1;'.repeat(50));
    expect(document.statements.map(({ rows }: { rows: unknown }) => rows)).toEqual(
      Array.from({ length: 50 }, () => [[1]]),
    );
  });

  it('two statements of which one is wrong run neither', async () => {
    for (const sql of ['SELECT 1; SELEC 2', 'SELECT 1; SELECT * FROM no_such_table_here']) {
      const reply = await on.select(sql);
      expect(reply.isError).toBe(true);
      expect(reply.document.statements[0].rows).toBeUndefined();
    }
  });

  it('an unknown tool is a protocol error, and the server lives on', async () => {
    await expect(on.mcp.client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow(
      'Unknown tool: nope',
    );
    expect(await on.rows('SELECT 1')).toEqual([[1]]);
  });
}
