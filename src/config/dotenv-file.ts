import { existsSync, readFileSync, statSync } from 'node:fs';
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
  /** Lines of the file that look like a setting and are none, one line each. */
  readonly problems: readonly string[];
}

/**
 * Adds the variables of `.env` that start with one of the prefixes, in any letter case; the environment wins over the
 * file. Everything else in the file is ignored: it may belong to other programs. A line that begins like a setting
 * but does not assign one is a problem: it may be a mistyped safety setting.
 */
export function withDotenv(
  env: Environment,
  dotenvText: string | undefined,
  prefixes: readonly string[],
): EnvironmentWithDotenv {
  if (dotenvText === undefined) return { env, fromDotenv: [], problems: [] };
  const isOurs = (name: string): boolean => prefixes.some((prefix) => name.toUpperCase().startsWith(prefix));
  const parsed = parse(dotenvText);
  const entries = Object.entries(parsed).filter(([name]) => isOurs(name) && env[name] === undefined);
  return {
    env: { ...env, ...Object.fromEntries(entries) },
    fromDotenv: entries.map(([name]) => name),
    problems: misreadLines(dotenvText, parsed, prefixes),
  };
}

function misreadLines(
  text: string,
  parsed: Readonly<Record<string, string>>,
  prefixes: readonly string[],
): readonly string[] {
  const stems = prefixes.map((prefix) => prefix.replace(/_$/, '')).join('|');
  // Also behind what other shells and formats put in front: `set`, `$env:`, `- `, a quote, an invisible character.
  const begins = new RegExp(`^[^#=A-Z]*(?:(?:export|setx?|env)[\\s:]+)?["']?((?:${stems})[-_.A-Z0-9]*)`, 'i');
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const name = begins.exec(line)?.[1];
    if (name === undefined) return [];
    const isAssigned = parsed[name] !== undefined;
    // NAME-WITH-DASHES is a valid line of such a file but no setting of anybody.
    if (isAssigned && !/[-.]/.test(name)) return [];
    if (isAssigned)
      return [`.env line ${index + 1}: ${name}: unknown setting; names have _ between their words`];
    // The value is not repeated: it may be a secret.
    return [`.env line ${index + 1}: ${name} is not assigned; write NAME=value`];
  });
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
