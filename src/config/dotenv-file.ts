import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import type { Environment } from './settings-loader.js';

/** Folder that holds package.json, both for `dist/` and for `src/` under a test runner. */
export const PACKAGE_ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface EnvironmentWithDotenv {
  readonly env: Environment;
  /** Names whose value came from `.env`. */
  readonly fromDotenv: readonly string[];
}

/**
 * Adds the variables of `.env` that start with one of the prefixes; the environment wins over the file.
 * Everything else in the file is ignored: it may belong to other programs.
 */
export function withDotenv(
  env: Environment,
  dotenvText: string | undefined,
  prefixes: readonly string[],
): EnvironmentWithDotenv {
  if (dotenvText === undefined) return { env, fromDotenv: [] };
  const entries = Object.entries(parse(dotenvText)).filter(
    ([name]) => prefixes.some((prefix) => name.startsWith(prefix)) && env[name] === undefined,
  );
  return { env: { ...env, ...Object.fromEntries(entries) }, fromDotenv: entries.map(([name]) => name) };
}

/** The text of `.env` beside package.json; only in a source checkout, never in an installed package. */
export function readDotenvFile(root: string = PACKAGE_ROOT): string | undefined {
  const installed = root.split(sep).includes('node_modules');
  const file = join(root, '.env');
  if (installed || !existsSync(join(root, 'src')) || !existsSync(file)) return undefined;
  return readFileSync(file, 'utf8');
}
