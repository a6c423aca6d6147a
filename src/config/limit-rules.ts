/** The limits that both engines have. */
export interface Limits {
  maxRows: number;
  maxRowsLimit: number;
  callTimeoutMs: number;
  maxTimeoutMs: number;
  readonly databases: readonly string[];
}

/**
 * Rules between limits. A default that a stricter setting undercuts follows it (`CORADB_MAX_ROWS_LIMIT=100` alone
 * makes 100 rows the default); a given value never raises a limit, it is a problem.
 *
 * @param prefix of the variables, such as `CORADB_`
 * @param isGiven whether the variable was set by the user
 * @returns one line a problem
 */
export function reconcileLimits(
  settings: Limits,
  prefix: string,
  isGiven: (property: keyof Limits) => boolean,
): readonly string[] {
  const problems: string[] = [];
  if (settings.maxRows > settings.maxRowsLimit) {
    if (!isGiven('maxRows')) settings.maxRows = settings.maxRowsLimit;
    else {
      problems.push(
        `${prefix}MAX_ROWS=${settings.maxRows}: must not be over ${prefix}MAX_ROWS_LIMIT (${settings.maxRowsLimit})`,
      );
    }
  }
  if (settings.callTimeoutMs > settings.maxTimeoutMs) {
    if (!isGiven('callTimeoutMs')) settings.callTimeoutMs = settings.maxTimeoutMs;
    else {
      problems.push(
        `${prefix}CALL_TIMEOUT_MS=${settings.callTimeoutMs}: must not be over ${prefix}MAX_TIMEOUT_MS (${settings.maxTimeoutMs})`,
      );
    }
  }
  if (settings.databases.length > 1 && settings.databases.includes('*')) {
    problems.push(`${prefix}DATABASES=${settings.databases.join(',')}: must be names, or * alone`);
  }
  return problems;
}
