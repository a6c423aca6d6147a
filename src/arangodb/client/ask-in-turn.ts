import { ArangoConnectionError } from './arango-errors.js';
import { callErrorOf, reasonOf } from './arango-failure.js';

/** An address that was asked in vain. */
interface Attempt {
  readonly address: string;
  readonly error: unknown;
}

/** Deepest chain of causes that is followed. */
const MAX_CAUSES = 8;

/**
 * Asks one address after the other until one answers. Goes on only where nothing was carried out: no connection came
 * about, or the server says that it is in maintenance. Whatever else happens is what the call is told.
 * @param addresses at least one, without credentials
 * @throws ArangoEngineError, ArangoConnectionError: when none was reached, with each address and its reason
 */
export async function askInTurn<T>(
  addresses: readonly string[],
  ask: (address: string) => Promise<T>,
): Promise<T> {
  const attempts: Attempt[] = [];
  for (const address of addresses) {
    try {
      return await ask(address);
    } catch (error) {
      attempts.push({ address, error });
      if (!nothingWasDone(error)) throw callErrorOf(error, address);
    }
  }
  throw failureOf(attempts);
}

function failureOf(attempts: readonly Attempt[]): unknown {
  const last = attempts.at(-1);
  const engineOnly = attempts.every(({ error }) => isInMaintenance(error));
  if (!last || attempts.length === 1 || engineOnly) return callErrorOf(last?.error, last?.address ?? '');
  const reasons = attempts.map(({ address, error }) => `${address}: ${reasonOf(error)}`);
  return new ArangoConnectionError(
    `No answer from ArangoDB at any of its addresses: ${reasons.join('; ')}.`,
    'Check ARANGO_URL, and that the servers run and can be reached from here.',
    last.error,
  );
}

interface Failure {
  readonly syscall?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly isArangoError?: unknown;
  readonly isSafeToRetry?: unknown;
}

function nothingWasDone(error: unknown): boolean {
  return isInMaintenance(error) || wasNotReached(error, 0);
}

/** The engine refused everything, and arangojs says that it can be sent again (error 503 of `errors.dat`). */
function isInMaintenance(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { isArangoError, isSafeToRetry } = error as Failure;
  return isArangoError === true && isSafeToRetry === true;
}

/** The name was not found, or no connection came about: the request was never sent. */
function wasNotReached(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return false;
  const { syscall, code, cause, errors } = error as Failure;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  // A name with several IP addresses: Node tried them all.
  if (Array.isArray(errors) && errors.length > 0)
    return errors.every((each) => wasNotReached(each, depth + 1));
  return wasNotReached(cause, depth + 1);
}
