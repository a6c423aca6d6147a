import { ArangoConnectionError, ArangoEngineError } from './arango-errors.js';
import { nobodyAnswered, reasonOf } from './arango-failure.js';

/** An address that was asked in vain. */
interface Attempt {
  readonly address: string;
  readonly error: unknown;
}

/**
 * Asks one address after the other until one answers. Goes on only where nothing was carried out: no connection came
 * about, or the server refused before it began. Whatever else happens is what the call is told.
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
      if (!nothingWasDone(error)) throw error;
    }
  }
  throw failureOf(attempts);
}

function failureOf(attempts: readonly Attempt[]): unknown {
  const last = attempts.at(-1);
  const engineOnly = attempts.every(({ error }) => error instanceof ArangoEngineError);
  if (!last || attempts.length === 1 || engineOnly) return last?.error;
  const reasons = attempts.map(({ address, error }) => `${address}: ${reasonOf(error)}`);
  return nobodyAnswered(reasons, last.error);
}

function nothingWasDone(error: unknown): boolean {
  if (error instanceof ArangoEngineError) return error.refusedAtTheDoor;
  return error instanceof ArangoConnectionError && error.notReached;
}
