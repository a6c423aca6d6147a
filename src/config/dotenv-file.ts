import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { misreadLines } from './misread-lines.js';
import type { Environment } from './settings-loader.js';
import type { SettingNames } from './setting-names.js';

/** Folder that holds package.json, both for `dist/` and for `src/` under a test runner. */
export const PACKAGE_ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface EnvironmentWithDotenv {
  readonly env: Environment;
  /** Names whose value came from `.env`. */
  readonly fromDotenv: readonly string[];
  /** Lines of the file that look like a setting and are none, one line each. */
  readonly problems: readonly string[];
}

/**
 * Adds the variables of `.env` that are settings of this server or may have been meant to be; the environment wins
 * over the file. Everything else in the file is ignored: it may belong to other programs. A place that looks like a
 * setting but does not assign one is a problem: it may be a mistyped safety setting.
 */
export function withDotenv(
  env: Environment,
  dotenvText: string | undefined,
  names: SettingNames,
): EnvironmentWithDotenv {
  if (dotenvText === undefined) return { env, fromDotenv: [], problems: [] };
  const entries = Object.entries(parse(dotenvText)).filter(
    ([name]) => /^\w+$/.test(name) && names.mayBeOurs(name) && env[name] === undefined,
  );
  return {
    env: { ...env, ...Object.fromEntries(entries) },
    fromDotenv: entries.map(([name]) => name).filter((name) => names.isKnown(name)),
    problems: misreadLines(dotenvText, (name) => names.isOurs(name)),
  };
}

/** The text of `.env` beside package.json; only in a source checkout, never in an installed package. */
export function readDotenvFile(root: string = PACKAGE_ROOT): string | undefined {
  const installed = root.split(sep).includes('node_modules');
  const file = join(root, '.env');
  if (installed || !existsSync(join(root, 'src'))) return undefined;
  // A folder of that name, as some tools make, holds no settings.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return dotenvText(readFileSync(file));
}

/** The text of the file; some Windows tools write UTF-16, in which no setting would be found as UTF-8. */
export function dotenvText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
