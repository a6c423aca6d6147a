import {
  ArangoConnectionError,
  ArangoEngineError,
  RequestStoppedError,
  type EngineAnswer,
} from './arango-errors.js';
import { CallStoppedError } from '../../limits/call-stopped-error.js';
import { engineHint } from './engine-hints.js';

/** How far a request had come when it failed. */
export type Stage = 'connecting' | 'waiting for the reply' | 'reading the reply';

const REACH_IT = 'Check ARANGO_URL, and that the server runs and can be reached from here.';

/** What a failed request means for the caller: every way a connection can fail. */
export function connectionFailure(cause: unknown, server: string, stage: Stage): ArangoConnectionError {
  if (stage === 'reading the reply') {
    return new ArangoConnectionError(`The reply of ArangoDB at ${server} broke off: ${reasonOf(cause)}.`, {
      hint: 'Look at the logs of the server and of what stands between here and it, then try again.',
      mayHaveHappened: true,
      cause,
    });
  }
  return new ArangoConnectionError(`No answer from ArangoDB at ${server}: ${reasonOf(cause)}.`, {
    hint: REACH_IT,
    mayHaveHappened: stage !== 'connecting',
    notReached: stage === 'connecting',
    cause,
  });
}

export function nobodyAnswered(reasons: readonly string[], cause: unknown): ArangoConnectionError {
  return new ArangoConnectionError(
    `No answer from ArangoDB at any of its addresses: ${reasons.join('; ')}.`,
    {
      hint: 'Check ARANGO_URL, and that the servers run and can be reached from here.',
      mayHaveHappened: false,
      notReached: true,
      cause,
    },
  );
}

/** What answered with success, but not as ArangoDB does. */
export function foreignAnswer(server: string, what: string): ArangoConnectionError {
  return new ArangoConnectionError(`What answers at ${server} is not ArangoDB: its reply is ${what}.`, {
    hint: 'Check ARANGO_URL: the address of the server itself, not of its web interface or of a proxy.',
    mayHaveHappened: true,
  });
}

export function tooLarge(server: string, maxBytes: number): ArangoConnectionError {
  return new ArangoConnectionError(
    `The reply of ArangoDB at ${server} is larger than the ${maxBytes} bytes that this server reads of one; it was stopped.`,
    { hint: 'Ask for less: fewer names, documents or attributes.', mayHaveHappened: true },
  );
}

/** A failure with an HTTP status and no error of ArangoDB behind it: a proxy, or another server. */
export function httpFailure(status: number, server: string, retryAfterS?: number): ArangoConnectionError {
  if (status === 401) {
    return new ArangoConnectionError(`ArangoDB at ${server} refused the login (HTTP 401).`, {
      hint: 'Check ARANGO_USERNAME and ARANGO_PASSWORD, or ARANGO_TOKEN.',
      mayHaveHappened: false,
    });
  }
  if (status >= 300 && status < 400) {
    return new ArangoConnectionError(
      `The server at ${server} answered with a redirect (HTTP ${status}), which is not followed.`,
      { hint: 'Set ARANGO_URL to the address of the server itself.', mayHaveHappened: false },
    );
  }
  const wait = retryAfterS === undefined ? '' : ` It asks to wait ${retryAfterS} s.`;
  return new ArangoConnectionError(
    `What answers at ${server} is not ArangoDB: HTTP ${status} without an ArangoDB error.`,
    {
      hint: `Check ARANGO_URL, and what stands between here and the server.${wait}`,
      mayHaveHappened: status >= 500,
    },
  );
}

export function engineFailure(answer: EngineAnswer): ArangoEngineError {
  const hint = engineHint(answer);
  return new ArangoEngineError(answer, hint === undefined ? {} : { hint });
}

/** The error of a reply, wherever it stands: `{ error: true, errorNum, errorMessage }`. */
export function engineAnswerOf(
  reply: unknown,
  status: number,
  retryAfterS?: number,
): EngineAnswer | undefined {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return undefined;
  const { error, errorNum, errorMessage, code } = reply as Record<string, unknown>;
  if (error !== true || typeof errorNum !== 'number' || typeof errorMessage !== 'string') return undefined;
  // Inside a reply of success the error says itself what its status is; one that does not may be of any kind.
  const own = typeof code === 'number' && code >= 400 ? code : 500;
  return {
    errorNum,
    errorMessage,
    status: status < 400 ? own : status,
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}

interface Failure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** What happened, in the words of the innermost cause: `connect ECONNREFUSED …` and not `fetch failed`. */
export function reasonOf(error: unknown): string {
  if (error instanceof ArangoEngineError) return error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  let current = error as Failure;
  for (let depth = 0; depth < 8 && typeof current.cause === 'object' && current.cause !== null; depth++) {
    current = current.cause as Failure;
  }
  const first: unknown = Array.isArray(current.errors) ? current.errors[0] : undefined;
  if (current.message === '' && first !== undefined) return reasonOf(first);
  const text = typeof current.message === 'string' && current.message !== '' ? current.message : current.code;
  return typeof text === 'string' ? text : 'the connection failed';
}

/** What an aborted signal says about a request. @param underWay the request had been sent */
export function stopOf({ reason }: AbortSignal, underWay: boolean): RequestStoppedError {
  const timeout =
    reason instanceof CallStoppedError
      ? reason.reason === 'timeout'
      : reason instanceof DOMException && reason.name === 'TimeoutError';
  if (timeout) return new RequestStoppedError('timeout', 'the time limit ran out', underWay);
  const because = reason instanceof CallStoppedError ? reason.because : 'the call was cancelled';
  return new RequestStoppedError('cancelled', because, underWay);
}
