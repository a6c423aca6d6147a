import { GuardError, InputError } from '../errors/call-error.js';
import { isPlainName } from '../address/plain-name.js';

/**
 * Checks a database name as a call gives it.
 * @param allowed names of `ARANGO_DATABASES`; `*` alone allows any
 * @throws InputError for a name that is none, GuardError for one the settings do not allow
 */
export function assertDatabaseAllowed(database: string, allowed: readonly string[]): void {
  if (database === '' || !isPlainName(database)) {
    throw new InputError('"database" must be the plain name of one database.');
  }
  if (!isDatabaseAllowed(database, allowed)) {
    throw new GuardError(`Database "${database}" is not allowed by ARANGO_DATABASES.`, {
      hint: `Allowed: ${allowed.join(', ')}.`,
    });
  }
}

export function isDatabaseAllowed(database: string, allowed: readonly string[]): boolean {
  return allowed.includes('*') || allowed.includes(database);
}
