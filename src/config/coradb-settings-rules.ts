import type { CoradbSettings } from './coradb-settings.js';

/** `auto` takes the built-in client when encryption is asked for; the embedded engine has no broker. */
const ENCRYPTING_DRIVERS: ReadonlySet<string> = new Set(['auto', 'broker', 'embedded']);

/**
 * Rules between settings. A default that a stricter setting undercuts follows it (`CORADB_MAX_ROWS_LIMIT=100` alone
 * makes 100 rows the default); two given values that contradict each other are a problem.
 *
 * @param isGiven whether the variable was set by the user
 * @returns one line a problem
 */
export function reconcile(
  settings: CoradbSettings,
  isGiven: (property: keyof CoradbSettings) => boolean,
): readonly string[] {
  const problems: string[] = [];
  if (settings.maxRows > settings.maxRowsLimit) {
    if (!isGiven('maxRows')) settings.maxRows = settings.maxRowsLimit;
    else if (!isGiven('maxRowsLimit')) settings.maxRowsLimit = settings.maxRows;
    else {
      problems.push(
        `CORADB_MAX_ROWS=${settings.maxRows}: must not be over CORADB_MAX_ROWS_LIMIT (${settings.maxRowsLimit})`,
      );
    }
  }
  if (settings.callTimeoutMs > settings.maxTimeoutMs) {
    if (!isGiven('callTimeoutMs')) settings.callTimeoutMs = settings.maxTimeoutMs;
    else if (!isGiven('maxTimeoutMs')) settings.maxTimeoutMs = settings.callTimeoutMs;
    else {
      problems.push(
        `CORADB_CALL_TIMEOUT_MS=${settings.callTimeoutMs}: must not be over CORADB_MAX_TIMEOUT_MS (${settings.maxTimeoutMs})`,
      );
    }
  }
  if (settings.databases.length > 1 && settings.databases.includes('*')) {
    problems.push(`CORADB_DATABASES=${settings.databases.join(',')}: must be names, or * alone`);
  }
  if (settings.tlsCaFile !== undefined && settings.tls !== 'verify') {
    problems.push(`CORADB_TLS_CA_FILE=${settings.tlsCaFile}: is used with CORADB_TLS=verify only`);
  }
  if (settings.tls !== 'off' && !ENCRYPTING_DRIVERS.has(settings.driver)) {
    problems.push(
      `CORADB_TLS=${settings.tls}: only the built-in client can encrypt, and CORADB_DRIVER is ${settings.driver}`,
    );
  }
  return problems;
}
