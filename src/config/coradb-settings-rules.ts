import type { CoradbSettings } from './coradb-settings.js';
import { reconcileLimits } from './limit-rules.js';

/** `auto` takes the built-in client when encryption is asked for; the embedded engine has no broker. */
const ENCRYPTING_DRIVERS: ReadonlySet<string> = new Set(['auto', 'broker', 'embedded']);

/**
 * Rules between the `CORADB_*` settings; see `reconcileLimits`.
 * @param isGiven whether the variable was set by the user
 * @returns one line a problem
 */
export function reconcile(
  settings: CoradbSettings,
  isGiven: (property: keyof CoradbSettings) => boolean,
): readonly string[] {
  const problems = [...reconcileLimits(settings, 'CORADB_', isGiven)];
  const hosts = settings.allowedHosts ?? [];
  if (hosts.length > 1 && hosts.includes('*')) {
    problems.push(`CORADB_ALLOWED_HOSTS=${hosts.join(',')}: must be hosts, or * alone`);
  }
  if (settings.embeddedDir !== undefined && settings.driver !== 'embedded') {
    problems.push(
      `CORADB_EMBEDDED_DIR=${settings.embeddedDir}: is used with --embedded (CORADB_DRIVER=embedded) only`,
    );
  }
  if (settings.tlsCaFile !== undefined && settings.tls !== 'verify') {
    problems.push(`CORADB_TLS_CA_FILE=${settings.tlsCaFile}: is used with CORADB_TLS=verify only`);
  }
  if (settings.tls !== 'off' && !ENCRYPTING_DRIVERS.has(settings.driver)) {
    problems.push(
      `CORADB_TLS=${settings.tls}: only the built-in client can encrypt, and CORADB_DRIVER is ${settings.driver}`,
    );
  }
  if (settings.confirmSecret !== undefined && settings.cacheUrl === undefined) {
    problems.push(
      'CORADB_CONFIRM_SECRET: must be set together with CORADB_CACHE_URL, where the processes note which answers were used',
    );
  }
  return problems;
}
