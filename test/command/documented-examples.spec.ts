import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const TARGET = join(ROOT, 'dist', 'documented-examples');
const TSC = join(ROOT, 'node_modules', 'ts7', 'bin', 'tsc');
const PACKAGE = 'coradb-mcp-nest';

/** What an example may take for granted, by the name it uses. */
const GIVEN: Readonly<Record<string, string>> = {
  Module: "import { Module } from '@nestjs/common';",
  Injectable: "import { Injectable } from '@nestjs/common';",
  ConfigModule: "import { ConfigModule } from '@nestjs/config';",
  ConfigService: "import { ConfigService } from '@nestjs/config';",
  NestFactory: "import { NestFactory } from '@nestjs/core';",
  readFile: "import { readFile } from 'node:fs/promises';",
  AccountsModule: "import { AccountsModule } from '../../examples/backend/accounts.module.js';",
  ApiKeyGuard: "import { ApiKeyGuard } from '../../examples/backend/api-key.guard.js';",
  AppModule: 'declare class AppModule {}',
  password: 'declare const password: string;',
  sql: 'declare const sql: string;',
  signal: 'declare const signal: AbortSignal;',
  statistics: 'declare const statistics: { add(name: string, elapsedMs: number): void };',
  coradb: "declare const coradb: import('coradb-mcp-nest').CoradbService;",
  arango: "declare const arango: import('coradb-mcp-nest').ArangoService;",
  events: "declare const events: import('coradb-mcp-nest').CallEvents;",
  login: "declare const login: import('coradb-mcp-nest').Login;",
  connection: "declare const connection: import('../../src/driver/driver.js').Connection;",
  options: "declare const options: import('../../src/driver/driver.js').ConnectOptions;",
  runner: "declare const runner: import('../../src/execution/run/call-runner.service.js').CallRunner;",
};

interface Example {
  /** File and line, for people. */
  readonly place: string;
  readonly code: string;
  /** Module whose exports the example knows. */
  readonly from: string;
}

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.spec.ts'))
    .map((file) => `${folder}/${file}`);
}

function examplesIn(file: string, pattern: RegExp, from: string): Example[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(pattern)].map((match) => ({
    place: `${file}:${text.slice(0, match.index).split('\n').length}`,
    code: (match[1] ?? '').replace(/^ *\* ?/gm, (start) => (file.endsWith('.ts') ? '' : start)),
    from,
  }));
}

/** An example with the imports and declarations for the names that it uses without saying where they come from. */
function module({ code, from }: Example): string {
  const isOpen = (name: string) =>
    new RegExp(`(?<![.\\w'])${name}\\b(?!:)`).test(code) &&
    !new RegExp(`\\b(?:const|class) \\[*${name}\\b|import [^;]*\\b${name}\\b[^;]* from`).test(code);
  const given = Object.entries(GIVEN).filter(([name]) => isOpen(name));
  const exported = exportsOf(from).filter(isOpen);
  const own = exported.length > 0 ? [`import { ${exported.join(', ')} } from '${from}';`] : [];
  return [...given.map(([, line]) => line), ...own, code, 'export {};'].join('\n');
}

function exportsOf(from: string): readonly string[] {
  const file = from === PACKAGE ? 'src/index.ts' : from.replace('../../', '').replace(/\.js$/, '.ts');
  const text = readFileSync(join(ROOT, file), 'utf8');
  const declared = [...text.matchAll(/^export (?:async )?(?:class|function|const) (\w+)/gm)];
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)];
  return [
    ...declared.map(([, name = '']) => name),
    ...listed.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  ];
}

it('every TypeScript example of the documents and of TSDoc compiles', () => {
  const sources = filesBelow('src', '.ts');
  const publicFiles = readFileSync(join(ROOT, 'src/index.ts'), 'utf8');
  const examples = [
    ...['README.md', ...filesBelow('docs', '.md').filter((file) => !file.endsWith('.api.md'))].flatMap(
      (file) => examplesIn(file, /^```(?:ts|typescript)\n([^]*?)^```$/gm, PACKAGE),
    ),
    ...sources.flatMap((file) => {
      const own = file.replace(/^src\/(.*)\.ts$/, './$1.js');
      const from = publicFiles.includes(own) ? PACKAGE : `../../${file.replace(/\.ts$/, '.js')}`;
      return examplesIn(file, /^ *\* @example\n([^]*?)(?=^ *\*\/| *\* @)/gm, from);
    }),
  ];
  expect(examples.length).toBeGreaterThanOrEqual(15);

  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  examples.forEach((example, at) => writeFileSync(join(TARGET, `example-${at}.ts`), module(example)));
  writeFileSync(
    join(TARGET, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../examples/tsconfig.json',
      compilerOptions: { rootDir: '../..', paths: { [PACKAGE]: ['../../src/index.ts'] } },
      include: ['.'],
    }),
  );
  expect(problems(examples)).toEqual([]);
}, 120_000);

/** What the compiler says, each with the place of its example. */
function problems(examples: readonly Example[]): string[] {
  try {
    execFileSync(process.execPath, [TSC, '-p', TARGET, '--noEmit', '--pretty', 'false'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) =>
        line.replace(/^.*example-(\d+)\.ts/, (_, at: string) => examples[Number(at)]?.place ?? at),
      );
  }
}
