import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND, newClient, readReply } from '../helpers/mcp-session.js';
import { send } from '../helpers/raw-request.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const SECRET = 'pass-not-for-logs';

/** The command as users start it. */
class Command {
  stderr = '';
  private readonly process: ChildProcessByStdio<null, null, Readable>;
  readonly exited: Promise<[number | null]>;

  constructor(env: Readonly<Record<string, string>>) {
    this.process = spawn(process.execPath, [COMMAND, '--embedded', '--http'], {
      env: { PATH: process.env.PATH ?? '', CORADB_HTTP_PORT: '0', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(this.process, 'exit') as Promise<[number | null]>;
  }

  /** The first match in what the command writes to stderr. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stderr);
      if (found) return found[1] ?? found[0];
      await Promise.race([once(this.process.stderr, 'data'), this.exited.then(() => this.fail(pattern))]);
    }
  }

  stop(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  private fail(pattern: RegExp): never {
    throw new Error(`the command ended without ${pattern}: ${this.stderr}`);
  }
}

describe('coradb-mcp --http', () => {
  let command: Command;
  let audit: string;
  beforeEach(() => {
    audit = join(mkdtempSync(join(tmpdir(), 'coradb-')), 'audit.jsonl');
  });
  afterEach(async () => {
    command.stop('SIGKILL');
    await command.exited;
  });

  it('serves, measures and notes calls without SQL or passwords, and ends cleanly', async () => {
    command = new Command({
      CORADB_HTTP_TOKENS: 'alice:the-token',
      CORADB_HTTP_METRICS_PORT: '0',
      CORADB_AUDIT_LOG: audit,
      CORADB_LOG_FORMAT: 'json',
    });
    const url = await command.says(/Serving MCP at (http:[^\s"]+)/);
    const metricsUrl = await command.says(/Serving metrics at (http:[^\s"]+)/);
    // What the framework sets up at each start is not told.
    expect(command.stderr.match(/"level":"log"/g)).toHaveLength(2);
    const client = newClient('2026-07-28');
    const headers = { authorization: 'Bearer the-token', traceparent: TRACEPARENT };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const call = async (name: string, args: Record<string, unknown>) =>
      readReply(await client.callTool({ name, arguments: { database: 'e-commerce', ...args } }));
    await call('execute_select', { sql: "SELECT id, 'secret-value' FROM product", maxRows: 3 });
    await call('execute_sql', { sql: 'UPDATE product SET units_in_stock = 1 WHERE id = 1' });
    await call('execute_select', { database: 'x@y', sql: 'SELECT 1', password: SECRET });
    await call('connection_info', { password: SECRET });
    for (const database of [`jdbc:cubrid:db1:33000:demodb:dba:${SECRET}:`, `dba/${SECRET}@db1`]) {
      await call('execute_select', { database, sql: 'SELECT 1' });
    }
    await client.close();

    const lines = readFileSync(audit, 'utf8').trim().split('\n');
    const notes = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const who = { audit: 'call', caller: 'alice', address: expect.any(String), kind: 'tool' };
    const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    const login = 'dba@embedded/e-commerce';
    expect(notes).toMatchObject([
      {
        ...who,
        ...trace,
        name: 'execute_select',
        login,
        statements: ['SELECT'],
        outcome: 'rolled back',
        rows: 3,
      },
      { ...who, name: 'execute_sql', statements: ['UPDATE'], outcome: 'committed', affectedRows: 1 },
      { ...who, name: 'execute_select', database: 'x@y', outcome: 'refused', errorLayer: 'input', rows: 0 },
      { ...who, name: 'connection_info', outcome: 'failed', errorLayer: 'engine' },
      { ...who, name: 'execute_select', outcome: 'refused', errorLayer: 'input' },
      { ...who, name: 'execute_select', outcome: 'refused', errorLayer: 'input' },
    ]);
    expect(statSync(audit).mode & 0o077).toBe(0);
    for (const text of [lines.join('\n'), command.stderr]) {
      for (const hidden of [SECRET, 'secret-value', 'units_in_stock', 'the-token'])
        expect(text).not.toContain(hidden);
    }
    expect(command.stderr).toContain('"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"');

    const metrics = await (await fetch(metricsUrl)).text();
    for (const line of [
      'coradb_mcp_calls_total{name="execute_select",outcome="rolled back"} 1',
      'coradb_mcp_calls_total{name="execute_select",outcome="refused"} 3',
      'coradb_mcp_calls_total{name="execute_sql",outcome="committed"} 1',
      'coradb_mcp_rows_returned_total{name="execute_select"} 3',
      'coradb_mcp_call_duration_seconds_count{name="execute_sql"} 1',
      'coradb_mcp_connections_open 0',
      'coradb_mcp_schema_cache_hits_total 0',
    ]) {
      expect(metrics.split('\n')).toContain(line);
    }
    expect((await send(url, { path: '/metrics', method: 'GET' })).status).toBe(401);
    expect((await send(url, { path: '/health/live', method: 'GET' })).status).toBe(200);

    command.stop('SIGTERM');
    expect(await command.exited).toEqual([0, null]);
  }, 60_000);

  it('writes the SQL to the audit log when told to', async () => {
    command = new Command({ CORADB_AUDIT_LOG: audit, CORADB_AUDIT_SQL: 'on' });
    const url = await command.says(/Serving MCP at (http:[^\s"]+)/);
    const client = newClient('2025-11-25');
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const args = { database: 'e-commerce', sql: 'SELECT 12 AS dozen', password: '' };
    await client.callTool({ name: 'execute_select', arguments: args });
    await client.close();
    expect(JSON.parse(readFileSync(audit, 'utf8'))).toMatchObject({
      caller: 'local',
      sql: 'SELECT 12 AS dozen',
    });
  }, 60_000);

  it('does not start where others could reach it without authentication', async () => {
    command = new Command({ CORADB_HTTP_HOST: '0.0.0.0' });
    expect(await command.exited).toEqual([2, null]);
    expect(command.stderr).toContain('calls must be authenticated');
  }, 60_000);
});
