/** Deepest chain of causes that is followed. */
const MAX_CAUSES = 8;

interface Failure {
  readonly syscall?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** The name was not found, or no connection came about: the request was never sent. */
export function wasNotReached(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return false;
  const { syscall, code, cause, errors } = error as Failure;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  // A name with several IP addresses: Node tried them all.
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((each) => wasNotReached(each, depth + 1));
  }
  return wasNotReached(cause, depth + 1);
}
