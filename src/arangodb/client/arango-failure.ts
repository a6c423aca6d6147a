import { ArangoConnectionError, ArangoEngineError } from './arango-errors.js';

/** What to do about errors that say it badly themselves (numbers of ArangoDB's `errors.dat`). */
const HINTS: Readonly<Record<number, string>> = {
  11: "The user's permissions on this database or collection do not allow this.",
  18: 'Something else holds a lock; try again.',
  28: 'Something else holds a lock; try again.',
  32: 'Filter earlier, add a LIMIT, or ask for more with "memoryLimit".',
  1200: 'The document has changed since; read it again and decide anew.',
  1202: 'Look for the document with arango_read_query.',
  1203: 'arango_list_collections and arango_list_views show the names.',
  1210: 'A unique index has this value already; use "overwriteMode" to replace or update that document.',
  1228: 'arango_list_databases shows the names.',
  1500: 'The query ran longer than allowed; narrow it, or ask for more with "maxRuntime".',
  1501: 'Correct the text at that position; arango_validate_query checks it without running it.',
  1551: 'Give the value in "bindVars".',
  1552: 'Take the value out of "bindVars", or use it in the query.',
};

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/**
 * What a failed request of arangojs means for the caller. Recognised by shape: the driver is loaded dynamically.
 * Anything unknown is returned as it is and masked at the edge.
 */
export function callErrorOf(error: unknown, server: string): unknown {
  if (typeof error !== 'object' || error === null) return error;
  if (isArangoError(error)) {
    return new ArangoEngineError(error.errorNum, error.message, HINTS[error.errorNum], error);
  }
  const { name, code } = error as Failure;
  if (name === 'HttpError' && typeof code === 'number') return httpError(code, server, error);
  if (name === 'FetchFailedError' || name === 'NetworkError' || name === 'RequestAbortedError') {
    return new ArangoConnectionError(
      `No answer from ArangoDB at ${server}: ${reasonOf(error)}.`,
      'Check ARANGO_URL, and that the server runs and can be reached from here.',
      error,
    );
  }
  return error;
}

/** What answered with success, but not as ArangoDB does. */
export function foreignAnswer(server: string, contentType: string | null): ArangoConnectionError {
  return new ArangoConnectionError(
    `What answers at ${server} is not ArangoDB: its reply is ${contentType ?? 'without a content type'}, not the JSON of this request.`,
    'Check ARANGO_URL: the address of the server itself, not of its web interface or of a proxy.',
  );
}

function httpError(status: number, server: string, cause: object): ArangoConnectionError {
  if (status === 401) {
    return new ArangoConnectionError(
      `ArangoDB at ${server} refused the login (HTTP 401).`,
      'Check ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN.',
      cause,
    );
  }
  if (status >= 300 && status < 400) {
    return new ArangoConnectionError(
      `The server at ${server} answered with a redirect (HTTP ${status}), which is not followed.`,
      'Set ARANGO_URL to the address of the server itself.',
      cause,
    );
  }
  return new ArangoConnectionError(
    `What answers at ${server} is not ArangoDB: HTTP ${status} without an ArangoDB error.`,
    'Check ARANGO_URL, and what stands between here and the server.',
    cause,
  );
}

function isArangoError(error: object): error is { readonly errorNum: number; readonly message: string } {
  return 'isArangoError' in error && 'errorNum' in error && typeof error.errorNum === 'number';
}

/** What happened, in the words of the innermost cause: `connect ECONNREFUSED …` and not `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if (isArangoError(error)) return `ArangoDB error ${error.errorNum}: ${error.message}`;
  let current = error as Failure;
  for (let depth = 0; depth < 8 && typeof current.cause === 'object' && current.cause !== null; depth++) {
    current = current.cause as Failure;
  }
  const text = typeof current.message === 'string' && current.message !== '' ? current.message : current.code;
  return typeof text === 'string' ? text : 'the connection failed';
}
