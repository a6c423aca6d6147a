import { settingName } from '../../errors/edge-names.js';
import { databaseNameProblem } from '../../address/database-name.js';
import { GuardError, InputError } from '../../errors/call-error.js';

/**
 * Checks a database name as a call gives it; one that could lead elsewhere is refused whatever the settings say.
 *
 * @param allowed names of the databases that may be used; `*` alone allows any
 * @throws InputError for a name that is none, GuardError for one the settings do not allow
 */
export function assertDatabaseAllowed(database: string, allowed: readonly string[]): void {
  const problem = databaseNameProblem(database);
  if (problem !== undefined) {
    throw new InputError(`"database" ${problem}.`, {
      hint: 'Give the name of one database; hosts, paths and lists of hosts cannot be part of it.',
    });
  }
  if (!allowed.includes('*') && !allowed.includes(database)) {
    throw new GuardError(`Database "${database}" is not allowed by ${settingName('databases')}.`, {
      hint: `Allowed: ${allowed.join(', ')}.`,
    });
  }
}
