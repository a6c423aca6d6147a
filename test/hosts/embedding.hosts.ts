import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abort, begin, cursor, explained } from '../helpers/arango-exchanges.js';
import { ArangoReplayServer } from '../helpers/arango-replay-server.js';
import { ERAS, newClient, openStdio, readReply } from '../helpers/mcp-session.js';

const ROOT = join(import.meta.dirname, '..', '..');
const npm = (cwd: string, ...args: string[]): string => execFileSync('npm', args, { cwd, encoding: 'utf8' });

/** Both ends of the range of peers: what each host has before this package comes. */
const NESTS = ['11.2.6', '12.1.1'] as const;
const NEST_PACKAGES = ['common', 'core', 'microservices', 'platform-express'];

let work: string;
let tarball: string;
let arango: ArangoReplayServer;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'coradb-hosts-'));
  npm(ROOT, 'run', '--silent', 'build:types');
  npm(ROOT, 'pack', '--silent', '--ignore-scripts', '--pack-destination', work);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  tarball = join(work, `${name}-${version}.tgz`);
  arango = await ArangoReplayServer.start();
});
afterAll(async () => {
  await arango.close();
  rmSync(work, { recursive: true, force: true });
});

/** An empty project with packages in it. */
function project(name: string, ...packages: string[]): string {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm(folder, 'install', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error', ...packages);
  return folder;
}

/** Starts a program that says where it listens. */
async function started(file: string, ...args: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout) {
    const [, origin] = /listening: (\S+)/.exec(String(text)) ?? [];
    if (origin !== undefined) return { child, origin };
  }
  throw new Error(`${file} ended before it listened`);
}

describe.each(NESTS)('a host on Nest %s', (nest) => {
  let folder: string;
  beforeAll(() => {
    folder = project(
      `nest-${nest}`,
      ...NEST_PACKAGES.map((name) => `@nestjs/${name}@${nest}`),
      'reflect-metadata@0.2.2',
      'rxjs@7.8.2',
      tarball,
    );
    for (const file of ['host-app.cjs', 'host.cjs', 'host.mjs']) {
      copyFileSync(join(import.meta.dirname, file), join(folder, file));
    }
  });

  it('has one copy of Nest, its own', () => {
    interface Tree {
      readonly version?: string;
      readonly dependencies?: Readonly<Record<string, Tree>>;
    }
    const versions = ({ dependencies = {} }: Tree): (string | undefined)[] =>
      Object.entries(dependencies).flatMap(([name, each]) => [
        ...(name === '@nestjs/common' || name === '@nestjs/core' ? [each.version] : []),
        ...versions(each),
      ]);
    const tree = JSON.parse(npm(folder, 'ls', '--json', '@nestjs/common', '@nestjs/core')) as Tree;
    expect([...new Set(versions(tree))]).toEqual([nest]);
    const copies = npm(folder, 'query', '[name="@nestjs/common"]');
    expect(JSON.parse(copies)).toHaveLength(1);
  });

  describe.each(['host.mjs', 'host.cjs'])('as %s', (file) => {
    it.each(['coradb', 'arangodb', 'both'] as const)('serves REST and MCP with %s', async (engines) => {
      const { child, origin } = await started(join(folder, file), engines, arango.url);
      try {
        const rest = (await (await fetch(`${origin}/rest/orders`)).json()) as unknown;
        expect(rest).toEqual({ orders: engines === 'arangodb' ? null : 10 });
        for (const era of ERAS) {
          const client = newClient(era);
          await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
          const names = (await client.listTools()).tools.map(({ name }) => name);
          expect(names.includes('execute_select')).toBe(engines !== 'arangodb');
          expect(names.includes('arango_read_query')).toBe(engines !== 'coradb');
          if (engines !== 'arangodb') {
            const args = { database: 'e-commerce', sql: 'SELECT 1' };
            const reply = readReply(await client.callTool({ name: 'execute_select', arguments: args }));
            expect(reply.document.statements[0].rows).toEqual([[1]]);
          }
          if (engines !== 'coradb') {
            arango.load(
              explained('RETURN 1', {}),
              begin({ read: [] }),
              cursor('RETURN 1', [1], { stream: true }),
              abort(),
            );
            const args = { query: 'RETURN 1' };
            const reply = readReply(await client.callTool({ name: 'arango_read_query', arguments: args }));
            expect(reply.document.rows).toEqual([1]);
          }
          await client.close();
        }
      } finally {
        child.kill();
      }
    });
  });
});

describe('an empty folder', () => {
  it('runs the command of the tarball, whose peers npm installs', () => {
    const folder = project('empty', tarball);
    const printed = execFileSync('npx', ['coradb-mcp', '--embedded', '--check'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(printed).toContain('Tools: connection_info');
  });

  it('names the install command when an optional package is left out', async () => {
    const folder = project('omitted', '--omit=optional', tarball);
    const command = join(folder, 'node_modules', 'coradb-mcp-nest', 'dist', 'main.js');
    const session = await openStdio('2025-11-25', {}, ['--embedded'], newClient('2025-11-25'), command);
    const { document } = await session.call('execute_select', { database: 'e-commerce', sql: 'SELECT 1' });
    expect(document.error.message).toMatch(
      /^The embedded database needs a package that is not installed\. Run: npm install @duckdb\/node-api@\d\S*$/,
    );
    await session.close();
  });
});
