import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { transformFileSync } from '@swc/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { abort, begin, cursor, explained } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { ERAS, newClient, readReply } from '../helpers/mcp-session.js';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'ts7', 'bin', 'tsc');

/** Compiles an example as its own project would; it finds the package under its name. @returns its main file */
function build(name: string): string {
  const source = join(ROOT, 'examples', name);
  const target = join(ROOT, 'dist', 'examples', name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(source).filter((each) => each.endsWith('.ts'))) {
    const { code } = transformFileSync(join(source, file), {
      swcrc: false,
      configFile: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    writeFileSync(join(target, file.replace(/\.ts$/, '.js')), code);
  }
  return join(target, 'main.js');
}

/** What a server says when it listens. */
async function endpointOf({ stdout }: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  stdout.setEncoding('utf8');
  for await (const text of stdout) {
    const url = /MCP endpoint: (\S+)/.exec(String(text))?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the server ended before it listened');
}

describe('the examples', () => {
  let backend: string;
  let job: string;
  let graph: string;
  beforeAll(() => {
    execFileSync(process.execPath, [TSC, '-p', join(ROOT, 'examples'), '--noEmit'], { stdio: 'pipe' });
    backend = build('backend');
    job = build('report-job');
    graph = build('graph-backend');
  }, 120_000);

  it('report-job prints its report', () => {
    const env = { ...process.env, REPORT_PASSWORD: 'reader' };
    const report = JSON.parse(execFileSync(process.execPath, [job], { env, encoding: 'utf8' })) as {
      columns: string[];
      categories: { products: number }[];
    };
    expect(report.columns).toEqual(['id', 'name', 'description', 'unit_price', 'units_in_stock']);
    const counts = report.categories.map(({ products }) => products);
    expect(counts).toHaveLength(3);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  }, 120_000);

  it('backend answers over REST and MCP, each caller with its own rights', async () => {
    const env = { ...process.env, PORT: '0', API_KEYS: 'rita:read-key,will:write-key:write' };
    const server = spawn(process.execPath, [backend], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await endpointOf(server);
      const rest = new URL('/api/products/scarce?below=5', url);
      expect((await fetch(rest)).status).toBe(401);
      const scarce = (await (await fetch(rest, { headers: { 'x-api-key': 'read-key' } })).json()) as {
        products: { stock: number }[];
      };
      expect(scarce.products.length).toBeGreaterThan(0);
      expect(scarce.products.every(({ stock }) => stock < 5)).toBe(true);
      for (const era of ERAS) {
        for (const [key, tools] of [
          ['read-key', 4],
          ['write-key', 5],
        ] as const) {
          const client = newClient(era);
          const requestInit = { headers: { 'x-api-key': key } };
          await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
          expect((await client.listTools()).tools).toHaveLength(tools);
          const result = await client.callTool({
            name: 'execute_select',
            arguments: { database: 'e-commerce', sql: 'SELECT 1' },
          });
          expect(readReply(result).document.statements[0].rows).toEqual([[1]]);
          await client.close();
        }
      }
    } finally {
      server.kill();
    }
  }, 120_000);

  it('graph-backend answers over REST and MCP from one ArangoDB', async () => {
    const query = 'FOR p IN persons FILTER p.age > @age SORT p.name RETURN p.name';
    const bindVars = { age: 40 };
    const exchanges = (limit: number) => [
      explained(query, { persons: 'read' }, { bindVars }),
      begin({ read: ['persons'] }),
      cursor(query, ['Ada', 'Grace'], { bindVars, limit, stream: true }),
      abort(),
    ];
    const arango = await ArangoReplayServer.start();
    const env = { ...process.env, PORT: '0', GRAPH_URL: arango.url };
    const server = spawn(process.execPath, [graph], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await endpointOf(server);
      arango.load(...exchanges(100));
      const rest = await fetch(new URL('/persons/older?than=40', url));
      expect(await rest.json()).toEqual({ names: ['Ada', 'Grace'], hasMore: false });
      for (const era of ERAS) {
        const client = newClient(era);
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain('arango_read_query');
        expect(tools.map(({ name }) => name)).not.toContain('arango_insert');
        arango.load(...exchanges(200));
        const result = await client.callTool({ name: 'arango_read_query', arguments: { query, bindVars } });
        expect(readReply(result).document).toMatchObject({ rows: ['Ada', 'Grace'], hasMore: false });
        await client.close();
      }
    } finally {
      server.kill();
      await arango.close();
    }
  }, 120_000);
});
