import type { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';

/** Holds the hashes of passwords. */
const USERS = '_users';
/** The name as a whole, such as in `_users/123`, and not a part of another one. */
const NAMES_USERS = /(?<![\w-])_users(?![\w-])/;

/**
 * System collections are ArangoDB's own; changing one can break graphs, functions and logins.
 * @throws GuardError for one that the settings do not let a call change
 */
export function assertWritable(
  collections: readonly string[],
  { systemCollections }: Pick<ArangoSettings, 'systemCollections'>,
): void {
  assertNotUsers(collections);
  const system = collections.find((name) => name.startsWith('_'));
  if (system === undefined || systemCollections === 'write') return;
  throw new GuardError(
    `"${system}" is a system collection, which this server does not change. Nothing was done.`,
    {
      hint: 'Use the tools for graphs and the like, or let calls change it with ARANGO_SYSTEM_COLLECTIONS=write.',
    },
  );
}

/** @throws GuardError for the collection of users: it holds the hashes of their passwords */
export function assertNotUsers(collections: readonly string[]): void {
  if (!collections.includes(USERS)) return;
  throw new GuardError(`"${USERS}" holds the hashes of passwords and is never read or changed here.`, {
    hint: "Manage users with ArangoDB's own tools.",
  });
}

/** A query can reach documents that its plan does not name, as by DOCUMENT("_users/1"). @throws GuardError */
export function assertQueryWithoutUsers(query: string, bindVars: object | undefined): void {
  if (NAMES_USERS.test(query) || NAMES_USERS.test(JSON.stringify(bindVars ?? {}))) assertNotUsers([USERS]);
}
