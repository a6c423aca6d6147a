import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { COMMAND, newClient, readReply } from '../helpers/mcp-session.js';

const SMALL_EVERY_MS = 100;
const MEGABYTE = 1_048_576;

/** What was seen while hostile statements ran one after the other. */
export interface HostileReport {
  readonly statements: number;
  /** What each hostile call was told, how often. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The beginnings of the statements that ended the process. */
  readonly ended: readonly string[];
  readonly smallCalls: number;
  /** Small calls that failed because the process ended under them; each was told so. */
  readonly smallCallsHit: number;
  readonly slowestSmallMs: number;
  readonly slowestLiveMs: number;
  /** Most that the server and its child held together, in MB. */
  readonly mostMb: number;
  /** Replies that were not what they may be. */
  readonly wrong: readonly string[];
  readonly serverEnded: boolean;
}

type Client = Awaited<ReturnType<typeof newClient>>;

/** A server of its own, over HTTP, whose embedded engine gets each statement in turn while others call and ping. */
export async function runHostile(
  directory: string,
  statementsOf: (
    select: (sql: string) => Promise<readonly (readonly unknown[])[]>,
  ) => Promise<readonly string[]>,
  timeoutMs: number,
): Promise<HostileReport> {
  const env = { CORADB_HTTP_PORT: '0', CORADB_HTTP_RATE_LIMIT: '0', CORADB_EMBEDDED_DIR: directory };
  const server = spawn(process.execPath, [COMMAND, '--embedded', '--http'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let isRunning = true;
  let serverEnded = false;
  server.once('exit', () => (serverEnded = isRunning));
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!/Serving MCP at (http:\S+)/.test(said)) await once(server.stderr, 'data');
  const url = new URL(/Serving MCP at (http:\S+)/.exec(said)?.[1] ?? '');

  const [hostile, small] = [await connected(url), await connected(url)];
  const outcomes: Record<string, number> = {};
  const wrong: string[] = [];
  const ended: string[] = [];
  const slowest = { small: 0, live: 0 };
  let [smallCalls, smallCallsHit, mostMb] = [0, 0, 0];
  const statements = await statementsOf(async (sql) => (await select(hostile, sql, 0)).rows ?? []);
  await select(small, 'SELECT 1', 0);

  const smallCaller = repeat(async () => {
    const { rows, code, ms } = await select(small, 'SELECT COUNT(*) FROM category', 0);
    smallCalls += 1;
    slowest.small = Math.max(slowest.small, ms);
    if (code === 'ProcessEnded') smallCallsHit += 1;
    else if (JSON.stringify(rows) !== '[[14]]') wrong.push(`small call: ${JSON.stringify({ rows, code })}`);
    await wait(SMALL_EVERY_MS);
  });
  const pinger = repeat(async () => {
    const startedAt = performance.now();
    await live(url);
    slowest.live = Math.max(slowest.live, performance.now() - startedAt);
    await wait(SMALL_EVERY_MS);
  });
  const watcher = repeat(async () => {
    mostMb = Math.max(mostMb, residentMb(server.pid ?? 0));
    await wait(20);
  });
  for (const sql of statements) {
    if (serverEnded) break;
    const { outcome, code, rows } = await select(hostile, sql, timeoutMs);
    const told = code ?? 'rows';
    outcomes[told] = (outcomes[told] ?? 0) + 1;
    if (code === 'ProcessEnded') ended.push(sql.slice(0, 60));
    if (outcome !== 'rolled back' && outcome !== undefined) wrong.push(`${outcome}: ${sql.slice(0, 100)}`);
    if (rows === undefined && code === undefined) wrong.push(`no answer: ${sql.slice(0, 100)}`);
  }
  isRunning = false;
  await Promise.all([smallCaller, pinger, watcher]);
  server.kill('SIGKILL');
  return {
    statements: statements.length,
    outcomes,
    ended,
    smallCalls,
    smallCallsHit,
    slowestSmallMs: Math.round(slowest.small),
    slowestLiveMs: Math.round(slowest.live),
    mostMb: Math.round(mostMb),
    wrong,
    serverEnded,
  };

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (isRunning && !serverEnded) {
      await work().catch((error: unknown) => isRunning && wrong.push(String(error)));
    }
  }
}

async function connected(url: URL): Promise<Client> {
  const client = newClient('2025-11-25');
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

interface Selected {
  readonly rows?: readonly (readonly unknown[])[];
  readonly outcome?: string;
  /** The engine's code, else the layer. */
  readonly code?: string;
  readonly ms: number;
}

async function select(client: Client, sql: string, timeoutMs: number): Promise<Selected> {
  const login = { database: 'e-commerce', user: 'reader', password: 'reader' };
  const startedAt = performance.now();
  const reply = await client.callTool(
    {
      name: 'execute_select',
      arguments: { ...login, sql, maxRows: 5_000, ...(timeoutMs > 0 && { timeoutMs }) },
    },
    { timeout: 120_000 },
  );
  const ms = performance.now() - startedAt;
  const document = readReply(reply as CallToolResult).document as {
    readonly transaction?: string;
    readonly error?: { readonly code?: unknown; readonly layer: string };
    readonly statements?: readonly { readonly rows?: readonly (readonly unknown[])[] }[];
  };
  const { error, transaction } = document;
  const rows = document.statements?.[0]?.rows;
  return {
    ms,
    ...(rows !== undefined && { rows }),
    ...(transaction !== undefined && { outcome: transaction }),
    ...(error !== undefined && { code: String(error.code ?? error.layer) }),
  };
}

function live(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    request(new URL('/health/live', url), (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
}

/** The server and all that it started. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const own = (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / MEGABYTE;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').trim().split(' '),
    );
    return children
      .filter((child) => child !== '')
      .reduce((sum, child) => sum + residentMb(Number(child)), own);
  } catch {
    return 0;
  }
}
