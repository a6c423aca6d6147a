import { GuardError, InputError } from '../errors/call-error.js';

/** Longest database name in bytes that fits the open-database block (cas-protocol §2.1). */
const MAX_NAME_BYTES = 31;

/**
 * Checks a database name as a call gives it. A name is exact: the broker would follow `name@host`, so a name with
 * anything that could lead elsewhere is refused whatever the settings say.
 *
 * @param allowed names of `CORADB_DATABASES`; `*` alone allows any
 * @throws InputError for a name that is none, GuardError for one the settings do not allow
 */
export function assertDatabaseAllowed(database: string, allowed: readonly string[]): void {
  const wrong = /[@/\\:;,\s\p{Cc}]|\.\./u.exec(database);
  if (wrong) {
    throw new InputError(
      `"database" must be a plain name: ${JSON.stringify(wrong[0])} is not allowed in it.`,
      {
        hint: 'Give the name of one database; hosts, paths and lists of hosts cannot be part of it.',
      },
    );
  }
  if (Buffer.byteLength(database) > MAX_NAME_BYTES) {
    throw new InputError(
      `"database" is longer than ${MAX_NAME_BYTES} bytes, the most a CoraDB database name has.`,
    );
  }
  if (!allowed.includes('*') && !allowed.includes(database)) {
    throw new GuardError(`Database "${database}" is not allowed by CORADB_DATABASES.`, {
      hint: `Allowed: ${allowed.join(', ')}.`,
    });
  }
}
