import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandProcess as Process } from '../helpers/command-process.js';
import { openStdio } from '../helpers/mcp-session.js';

/** Code of a noisy dependency: prints and warns as soon as the server is up. */
const NOISE = `data:text/javascript,${encodeURIComponent(`
  const timer = setInterval(() => {
    if (process.listenerCount('SIGTERM') === 0) return;
    clearInterval(timer);
    console.log('a stray line');
    process.emitWarning('a warning of a dependency');
  }, 5);
`)}`;

const DATABASE = { database: 'e-commerce' };
const ENDLESS =
  'SELECT COUNT(*) FROM order_item a, order_item b, order_item c WHERE a.quantity + b.quantity + c.quantity = 0';

describe('stdout', () => {
  it('carries one JSON-RPC message a line and nothing else, also when warnings are logged', async () => {
    const server = Process.start(['--embedded'], { NODE_OPTIONS: `--import=${NOISE}` });
    await server.initialize();
    server.send('this is not JSON');
    server.call(1, 'connection_info', DATABASE);
    server.call(2, 'execute_select', { ...DATABASE, sql: 'SELECT 1; SELEC 2' });
    server.call(3, 'nope', {});
    server.call(4, 'execute_select', { ...DATABASE, bogus: 1 });
    await Promise.all([1, 2, 3, 4].map((id) => server.lineWith(`"id":${id}`)));
    server.endInput();
    expect(await server.ended).toBe(0);
    expect(server.stderr).toContain('a stray line');
    expect(server.stderr).toContain('a warning of a dependency');
    expect(server.stdout.length).toBeGreaterThanOrEqual(5);
    for (const line of server.stdout) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});

describe('an end in the middle of a call', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'coradb-mcp-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const start = () => Process.start(['--embedded'], { CORADB_EMBEDDED_DIR: directory });
  const stock = async () => {
    const session = await openStdio('2025-11-25', { CORADB_EMBEDDED_DIR: directory });
    const { document } = await session.call('execute_select', {
      ...DATABASE,
      sql: 'SELECT units_in_stock FROM product WHERE id = 19',
    });
    await session.close();
    return document.statements[0].rows[0][0];
  };
  const callThatHangs = async (server: Process) => {
    await server.initialize();
    server.call(1, 'connection_info', DATABASE);
    await server.lineWith('"id":1');
    server.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: {
        name: 'execute_sql',
        arguments: { ...DATABASE, sql: `UPDATE product SET units_in_stock = 9999 WHERE id = 19; ${ENDLESS}` },
        _meta: { progressToken: 'p' },
      },
    });
    // The first progress notification says that the second statement is at work.
    await server.lineWith('statement 2 of 2');
  };

  it('stdin closed: the call is stopped, the transaction rolled back, the exit clean', async () => {
    const before = await stock();
    const server = start();
    await callThatHangs(server);
    server.endInput();
    expect(await server.ended).toBe(0);
    expect(await stock()).toBe(before);
  });

  it.each([
    'SIGTERM',
    // Closing a terminal sends it.
    'SIGHUP',
  ] as const)('%s: the call is told so, the transaction rolled back, the exit clean', async (signal) => {
    const before = await stock();
    const server = start();
    await callThatHangs(server);
    server.kill(signal);
    expect(await server.ended).toBe(0);
    const reply = JSON.parse(await server.lineWith('"id":2'));
    expect(reply.result.isError).toBe(true);
    expect(reply.result.structuredContent).toMatchObject({
      transaction: 'rolled back',
      rolledBackBecause: 'the server is shutting down',
      stopped: 'cancelled',
    });
    expect(await stock()).toBe(before);
  });

  it('a file database keeps what was committed, and what was created with it', async () => {
    const first = await openStdio('2026-07-28', { CORADB_EMBEDDED_DIR: directory });
    const created = await first.call('execute_sql', {
      ...DATABASE,
      sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text VARCHAR(40)); INSERT INTO note VALUES (1, '안녕')",
    });
    expect(created.document.transaction).toBe('committed');
    await first.close();
    const second = await openStdio('2026-07-28', { CORADB_EMBEDDED_DIR: directory });
    const read = await second.call('execute_select', { ...DATABASE, sql: 'SELECT * FROM note' });
    expect(read.document.statements[0].rows).toEqual([[1, '안녕']]);
    await second.close();
  });
});

describe('the options of the command', () => {
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const command = Process.start(args, env);
    command.endInput();
    const code = await command.ended;
    return { code, stdout: command.stdout.join('\n'), stderr: command.stderr };
  };

  it('--check with a mistyped safety setting fails and names the right one', async () => {
    const { code, stdout, stderr } = await run(['--check'], { CORADB_WRITEMODE: 'off' });
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('CORADB_WRITEMODE: unknown setting; did you mean CORADB_WRITE_MODE?');
  });

  it('--check prints the settings in force and the tools offered', async () => {
    const { code, stdout } = await run(['--check'], { CORADB_WRITE_MODE: 'off', CORADB_PORT: '30000' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/CORADB_PORT +30000/);
    expect(stdout).toMatch(/^Tools: connection_info, describe_schema, execute_select, explain_query$/m);
  });

  it('--check and the log name what may be a mistyped setting', async () => {
    const warning = 'COREDB_HOST is not read; if CORADB_HOST was meant, correct the name';
    expect((await run(['--check'], { COREDB_HOST: 'db' })).stdout).toContain(`Warning: ${warning}`);
    expect((await run(['--embedded'], { COREDB_HOST: 'db' })).stderr).toContain(warning);
  });

  it('--check looks at the folder of exports and the file of certificates of ArangoDB', async () => {
    const { code, stdout } = await run(['--check'], {
      ARANGO_URL: 'http://127.0.0.1:9',
      ARANGO_BACKUP_ROOT: '/nowhere/at/all',
      ARANGO_TLS_CA_FILE: '/nowhere/ca.pem',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Warning: ARANGO_BACKUP_ROOT=/nowhere/at/all: is no folder; exports will fail');
    expect(stdout).toContain(
      'Warning: ARANGO_TLS_CA_FILE=/nowhere/ca.pem: is no file; the server will not start',
    );
  });

  it('--version and --help print and end', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/);
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const option of ['--embedded', '--http', '--check', '--version', '--help'])
      expect(stdout).toContain(option);
  });

  it('an unknown option is an error', async () => {
    const { code, stderr } = await run(['--htpp']);
    expect(code).toBe(2);
    expect(stderr).toContain("Unknown option '--htpp'");
  });

  it('wrong settings stop the start, all of them named', async () => {
    const { code, stderr } = await run([], { CORADB_PORT: 'x', CORADB_WRITE_MODE: 'maybe' });
    expect(code).toBe(2);
    expect(stderr).toContain('CORADB_PORT=x: must be a whole number from 1 to 65535');
    expect(stderr).toContain('CORADB_WRITE_MODE=maybe: must be one of "write", "dryrun", "off"');
  });
});
