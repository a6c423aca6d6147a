import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandProcess } from '../helpers/command-process.js';
import { COMMAND } from '../helpers/mcp-session.js';

const META_2026 = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'my-app', version: '1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'my-app', version: '1.0' } },
};
const DATABASE = { database: 'e-commerce' };
const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const select = (id: unknown, sql: string, more: object = {}) =>
  request(id, 'tools/call', { name: 'execute_select', arguments: { ...DATABASE, sql }, ...more });

/** What the command says when it gets the lines and then the end of its input, as from `printf … | coradb-mcp`. */
function piped(lines: readonly (object | string)[], env: Record<string, string> = {}) {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [COMMAND, '--embedded'], {
    input: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  const replies = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { stderr, end: signal ?? status, reply: (id: unknown) => replies.find((each) => each.id === id) };
}

describe('requests and then the end of stdin', () => {
  it.each([
    ['2025-11-25', [INITIALIZE], {}],
    ['2026-07-28', [], { _meta: META_2026 }],
  ] as const)('are answered, protocol %s', (_era, opening, meta) => {
    const { reply, end } = piped([
      ...opening,
      select(1, 'SELECT COUNT(*) FROM product', meta),
      request(2, 'tools/list', meta),
      // The last line has no line end.
      select('three', 'SELECT 3', meta),
    ]);
    expect(end).toBe(0);
    expect(reply(1).result.structuredContent.statements[0].rows).toEqual([[2_272]]);
    expect(reply(2).result.tools).toHaveLength(5);
    expect(reply('three').result.structuredContent.statements[0].rows).toEqual([[3]]);
  });

  it('are cancelled when they run longer than the grace, and said so', () => {
    const endless =
      'SELECT COUNT(*) FROM order_item a, order_item b, order_item c WHERE a.quantity + b.quantity + c.quantity = 0';
    const { reply, end, stderr } = piped([INITIALIZE, select(1, endless)], {
      CORADB_HTTP_SHUTDOWN_GRACE_MS: '1000',
    });
    expect(end).toBe(0);
    expect(reply(1).result.isError).toBe(true);
    const { stopped, error } = reply(1).result.structuredContent;
    expect(stopped).toBe('cancelled');
    expect(error.message).toContain('the server is shutting down');
    expect(stderr).toContain('stdin ended: 1 requests that still ran are cancelled');
  });
});

describe('lines of shapes that clients send', () => {
  let server: CommandProcess;
  /** Lines that came before the test. */
  let earlier = 0;
  beforeAll(async () => {
    server = CommandProcess.start(['--embedded']);
    await server.initialize();
  });
  beforeEach(() => {
    earlier = server.stdout.length;
  });
  afterAll(async () => {
    server.endInput();
    expect(await server.ended).toBe(0);
  });
  const answer = async (id: unknown) =>
    JSON.parse(await server.lineWith(`"id":${JSON.stringify(id)}`, earlier));

  it('null stands for none: params, _meta, arguments, a cursor, a progress token', async () => {
    server.send('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}');
    server.send('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":null,"cursor":null}}');
    server.send(request(3, 'tools/call', { name: 'execute_select', arguments: null }));
    server.send(select(4, 'SELECT 4', { _meta: { progressToken: null } }));
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized', params: null, id: null });
    expect((await answer(1)).result.tools).toHaveLength(5);
    expect((await answer(2)).result.tools).toHaveLength(5);
    expect((await answer(3)).result).toMatchObject({ isError: true });
    expect((await answer(4)).result.structuredContent.statements[0].rows).toEqual([[4]]);
    expect(server.stderr).toBe('');
  });

  it('members that the protocol does not know are passed over', async () => {
    server.send({ ...request(1, 'ping'), timestamp: 1 });
    expect(await answer(1)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it.each<[string, object | string, unknown, number, string]>([
    ['params that are a list', request(1, 'tools/list', []), 1, -32_600, '"params" must be an object'],
    ['params that are text', request('a', 'tools/list', 'x'), 'a', -32_600, '"params" must be an object'],
    ['no version', { id: 1, method: 'ping' }, 1, -32_600, '"jsonrpc" must be "2.0"'],
    ['no method', { jsonrpc: '2.0', id: 1 }, 1, -32_600, 'a message has a "method"'],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 5 }, 1, -32_600, '"method" must be text'],
    ['an id that is null', request(null, 'ping'), null, -32_600, '"id" must be text or a whole number'],
    ['an id that is a fraction', request(1.5, 'ping'), null, -32_600, '"id" must be text or a whole number'],
    ['a _meta that is text', request(1, 'ping', { _meta: 'x' }), 1, -32_600, '"params"'],
    ['a number', '5', null, -32_600, 'a message is a JSON object'],
    ['a batch', [request(1, 'ping')], 1, -32_600, 'batches are not supported'],
    ['no JSON', 'secret-9: this is not JSON', null, -32_700, 'Parse error: the line is no JSON'],
    ['half a message', '{"jsonrpc":"2.0","id":1,"method":"ping"', null, -32_700, 'Parse error'],
    ['a byte order mark and no JSON', '\ufeffhello', null, -32_700, 'Parse error'],
    ['eleven megabytes', `{"a":"${'x'.repeat(11_000_000)}"}`, null, -32_600, 'longer than 10485760 bytes'],
  ])('%s gets an error, is logged without what it says, and the next line is read', async (...row) => {
    const [, line, id, code, message] = row;
    server.send(line);
    const reply = await answer(id);
    expect(reply).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(reply.error.message).toContain(message);
    server.send(request('next', 'ping'));
    await answer('next');
    await expect.poll(() => server.stderr, { timeout: 20_000 }).toContain(message);
    expect(server.stderr).not.toContain('secret-9');
    expect(server.stdout.every((each) => !each.includes('secret-9'))).toBe(true);
  });

  it.each([
    ['Latin-1', "INSERT INTO category (id, name) VALUES (99, 'caf\xe9')", 'latin1'],
    ['half a character', "SELECT 'caf\xc3' AS x", 'latin1'],
    ['UTF-16', "SELECT '\u00e9'", 'utf16le'],
  ] as const)('bytes that are no UTF-8 are refused, not replaced: %s', async (_what, sql, encoding) => {
    const call = request(1, 'tools/call', { name: 'execute_sql', arguments: { ...DATABASE, sql } });
    server.sendBytes(Buffer.from(JSON.stringify(call), encoding));
    const { id, error } = await answer(null);
    expect({ id, error }).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(error.message).toMatch(/^Parse error: the line is no/);
    server.send(select('next', "SELECT COUNT(*) FROM category WHERE name LIKE 'caf%'"));
    expect((await answer('next')).result.structuredContent.statements[0].rows).toEqual([[0]]);
  });

  it('every request of a batch is answered', async () => {
    server.send([request(7, 'ping'), request(8, 'ping'), { jsonrpc: '2.0', method: 'notifications/x' }]);
    expect((await answer(7)).error.code).toBe(-32_600);
    expect((await answer(8)).error.code).toBe(-32_600);
  });

  it('a byte order mark, carriage returns and empty lines are passed over', async () => {
    server.send(`\ufeff${JSON.stringify(request(1, 'ping'))}\r`);
    server.send('\r');
    server.send('');
    expect((await answer(1)).result).toEqual({});
  });

  it('line separators of Unicode in rows, names and errors are escaped', async () => {
    const sql = 'SELECT CHR(8232) || CHR(8233) AS [a\u2028b]; SELECT "nope\u2029"';
    server.send(select(1, "SELECT CHR(8232) || CHR(8233) || CHR(133) || 'x' AS [a\u2028b]"));
    server.send(select(2, sql));
    const lines = [await server.lineWith('"id":1', earlier), await server.lineWith('"id":2', earlier)];
    for (const line of lines) expect(line).not.toMatch(/[\u0085\u2028\u2029]/);
    const { columns, rows } = JSON.parse(lines[0] ?? '').result.structuredContent.statements[0];
    expect(columns[0].name).toBe('a\u2028b');
    expect(rows).toEqual([['\u2028\u2029\u0085x']]);
    expect(JSON.parse(lines[1] ?? '').result.structuredContent.statements[1].sql).toBe('SELECT "nope\u2029"');
  });
});
