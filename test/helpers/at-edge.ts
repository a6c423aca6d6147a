import { CallError } from '../../src/errors/call-error.js';
import { withNames } from '../../src/errors/edge-names.js';
import { edgeNames } from '../../src/mcp/edge-names.js';

/** The names of a server that saves changes. */
const EDGE = edgeNames({ writeMode: 'write' });

/** A message or hint as a client of such a server reads it. */
export function edgeText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withNames(text, EDGE);
}

/** An error as it is shown there. */
export function shown(error: unknown): unknown {
  if (error instanceof CallError) error.putNames(EDGE);
  return error;
}

/** Does the work; what it throws is worded as it is shown. */
export function atEdge<Value>(work: () => Value): () => Value {
  return () => {
    try {
      const value = work();
      return value instanceof Promise
        ? (value.catch((error: unknown) => {
            throw shown(error);
          }) as Value)
        : value;
    } catch (error) {
      throw shown(error);
    }
  };
}
