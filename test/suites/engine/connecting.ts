import { expect, it } from 'vitest';
import type { EngineSession } from './engine-session.js';
import { needsSample } from './engine-session.js';

/** Logins: what is reported about them, and those that fail. */
export function testConnecting(on: EngineSession): void {
  const { engine } = on;

  it('reports the connection without the password', async () => {
    const { isError, document, text } = await on.call('connection_info');
    expect(isError).toBe(false);
    expect(document).toMatchObject({
      login: engine.loginText(),
      driver: { name: engine.driver, reloads: 0 },
      server: {
        writeMode: engine.saves ? 'write' : 'dryrun',
        limits: { maxRows: 5000, statements: 50 },
      },
    });
    expect(document.engineVersion).toMatch(engine.engineVersion);
    expect(JSON.parse(text)).toEqual(document);
    if (engine.password !== '') expect(text).not.toContain(engine.password);
  });

  it('reports the login of another user', async (context) => {
    needsSample(context, engine);
    const { isError, document, text } = await on.call('connection_info', {
      user: 'reader',
      password: 'reader',
    });
    expect(isError).toBe(false);
    expect(document.login).toBe(engine.loginText().replace(/^dba@/, 'reader@'));
    expect(document.engineVersion).toMatch(engine.engineVersion);
    expect(text.replaceAll('reader@', '')).not.toContain('reader');
  });

  it.each(['execute_select', 'connection_info', 'describe_schema'])(
    'refuses a wrong password without repeating it: %s',
    async (tool) => {
      const sql = tool === 'execute_select' ? { sql: 'SELECT 1' } : {};
      const reply = await on.call(tool, { ...sql, password: 'Wr0ng-pw!' });
      expect(reply.isError).toBe(true);
      expect(reply.document.error).toMatchObject({
        layer: 'engine',
        code: engine.errors.wrongPassword.code,
      });
      expect(reply.document.error.message).toMatch(engine.errors.wrongPassword.says);
      expect(reply.text).not.toContain('Wr0ng-pw!');
    },
  );

  it('says which database is unknown, and runs nothing', async () => {
    const { isError, document } = await on.select('SELECT 1', { database: 'nope' });
    expect(isError).toBe(true);
    const { code, says } = engine.errors.unknownDatabase;
    expect(document).toMatchObject({ error: { layer: 'engine', code }, statements: [{ skipped: true }] });
    expect(document.error.message).toMatch(says);
    expect(document.transaction).toBeUndefined();
  });

  it('lets the reader user read and nothing else, by the engine', async (context) => {
    needsSample(context, engine);
    const reader = { user: 'reader', password: 'reader' };
    expect((await on.select('SELECT COUNT(*) FROM dba.orders', reader)).isError).toBe(false);
    const write = await on.execute('UPDATE dba.product SET units_in_stock = 1 WHERE id = 1', reader);
    expect(write.isError).toBe(true);
    expect(write.document.error.layer).toBe('engine');
  });
}
