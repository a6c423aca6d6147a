import { isAbsolute } from 'node:path';
import type { ArangoSettings } from './arango-settings.js';
import { reconcileLimits } from './limit-rules.js';

/**
 * Rules between the `ARANGO_*` settings; see `reconcileLimits`.
 * @param isGiven whether the variable was set by the user
 * @returns one line a problem; never with a credential in it
 */
export function reconcileArango(
  settings: ArangoSettings,
  isGiven: (property: keyof ArangoSettings) => boolean,
): readonly string[] {
  const problems = [...reconcileLimits(settings, 'ARANGO_', isGiven)];
  const others = Object.keys(settings).filter((property) => isGiven(property as keyof ArangoSettings));
  if (settings.url.length === 0 && others.length > 0) {
    problems.push('ARANGO_URL: must be set when other ARANGO_* settings are');
  }
  for (const [index, url] of settings.url.entries()) {
    const problem = urlProblem(url);
    if (problem) problems.push(`ARANGO_URL: address ${index + 1} ${problem}`);
  }
  if (settings.token !== undefined && (isGiven('username') || isGiven('password'))) {
    problems.push('ARANGO_TOKEN: must not be given together with ARANGO_USERNAME or ARANGO_PASSWORD');
  }
  if (settings.backupRoot !== undefined && !isAbsolute(settings.backupRoot)) {
    problems.push(`ARANGO_BACKUP_ROOT=${settings.backupRoot}: must be an absolute folder path`);
  }
  return problems;
}

/** Addresses are not repeated: one with credentials in it must not reach a terminal or a log. */
function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is none; write it as http://host:8529';
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must start with http:// or https://';
  if (username !== '' || password !== '') {
    return 'must not hold credentials; use ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN';
  }
  return search !== '' || hash !== '' ? 'must not have a query or a fragment' : undefined;
}
