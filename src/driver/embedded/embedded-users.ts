import { EngineError } from '../driver-errors.js';

/** Users of the embedded engine, by lower-case name. A fixed list: it is a database for trying things out. */
const USERS: ReadonlyMap<string, { readonly password: string; readonly readOnly: boolean }> = new Map([
  ['dba', { password: '', readOnly: false }],
  ['reader', { password: 'reader', readOnly: true }],
]);

/**
 * Checks user and password as the broker would.
 * @returns whether the engine must refuse this user's changes
 * @throws EngineError with code `Login`, worded as CoraDB words it; never holds the password
 */
export function checkLogin(user: string, password: string): { readonly readOnly: boolean } {
  const known = USERS.get(user.toLowerCase());
  if (known === undefined) {
    throw new EngineError('DuckDB', 'Login', `User "${user}" is invalid.`, {
      hint: 'The embedded engine knows the users dba (empty password) and reader.',
    });
  }
  if (known.password !== password) {
    throw new EngineError('DuckDB', 'Login', 'Incorrect or missing password.', {
      hint: 'The embedded engine knows the users dba (empty password) and reader.',
    });
  }
  return { readOnly: known.readOnly };
}
