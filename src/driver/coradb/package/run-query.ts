import type { ConnectionObject } from './package-api.js';

/**
 * Runs a text as it stands. node-cubrid 11 replaces every question mark of a text by a value or by NULL, those in
 * strings and comments too, even when it is given no values; only with a callback in their place it leaves the text
 * alone.
 * @returns `{ queryHandle, result }`, in both ways
 */
export function runQuery(connection: ConnectionObject, sql: string): Promise<unknown> {
  if (!sql.includes('?')) return connection.query(sql);
  return new Promise((resolve, reject) => {
    const promise = connection.query(sql, (error, result, queryHandle) => {
      if (error === undefined || error === null) resolve({ queryHandle, result });
      else reject(error as Error);
    });
    // A package may do without callbacks; node-cubrid's promise never settles when it has one.
    promise?.then(resolve, reject);
  });
}
