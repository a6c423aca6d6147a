import type { EngineAnswer } from './arango-errors.js';

/** What to do about errors that say it badly themselves (numbers of ArangoDB's `errors.dat`). */
const HINTS: Readonly<Record<number, string>> = {
  11: "The user's permissions on this database or collection do not allow this.",
  18: 'Something else holds a lock; try again.',
  28: 'Something else holds a lock; try again.',
  30: 'The server shuts down; try again when it is back.',
  32: 'Filter earlier, add a LIMIT, or ask for more with "memoryLimit".',
  38: 'The server is starting; try again in a few seconds.',
  503: 'The server is in maintenance; try again later.',
  1004: 'The server or the database is read-only.',
  1200: 'The document has changed since; read it again and decide anew.',
  1202: 'Look for the document with arango_read_query.',
  1203: 'arango_list_collections and arango_list_views show the names.',
  1207: 'Choose another name, or use what has this name already.',
  1210: 'A unique index has this value already; use "overwriteMode" to replace or update that document.',
  1228: 'arango_list_databases shows the names.',
  1302: 'Nothing is wrong with the call; try again.',
  1457: 'The cluster did not finish in time and may still be at it; look at the result before you try again.',
  1465: 'The cluster lost a connection inside; try again.',
  1500: 'The query ran longer than allowed; narrow it, or ask for more with "maxRuntime".',
  1501: 'Correct the text at that position; arango_validate_query checks it without running it.',
  1540: 'Correct the name of the function; AQL has built-in functions only, and user functions as NAMESPACE::NAME.',
  1541: 'Give the function the number of arguments it takes.',
  1551: 'Give the value in "bindVars".',
  1552: 'Take the value out of "bindVars", or use it in the query.',
  1579: 'Read the collection before the query changes it, or in a query of its own.',
  1620: 'The document breaks the schema of its collection; arango_describe_collection shows the rule.',
  1655: 'The server no longer knows the transaction; it drops one that was idle for long.',
  1924: 'arango_list_graphs shows the names.',
  21003: 'The server has too much to do; try again in a few seconds.',
  21004: 'The server has too much to do; try again in a few seconds.',
};

/** A login that is wrong is answered with error 11 like a missing permission, but with HTTP 401. */
const LOGIN = 'The login was refused: check ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN.';

/** One sentence about what to do next; undefined where the engine's words are enough. */
export function engineHint({ errorNum, status, retryAfterS }: EngineAnswer): string | undefined {
  if (status === 401) return LOGIN;
  const hint = HINTS[errorNum];
  if (retryAfterS === undefined) return hint;
  return `${hint ?? 'Try again later.'} The server asks to wait ${retryAfterS} s.`;
}
