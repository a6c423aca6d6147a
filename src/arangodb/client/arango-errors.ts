import { CallError } from '../../errors/call-error.js';

/** What the engine answered when it refused: `errorNum` and `errorMessage` of its reply. */
export class ArangoEngineError extends CallError {
  constructor(
    readonly errorNum: number,
    /** The engine's own words. */
    readonly engineMessage: string,
    hint?: string,
    cause?: unknown,
  ) {
    super('engine', `ArangoDB error ${errorNum}: ${engineMessage}`, {
      code: errorNum,
      ...(hint !== undefined && { hint }),
      cause,
    });
  }
}

/** The server could not be reached, or what answered is not ArangoDB. */
export class ArangoConnectionError extends CallError {
  constructor(message: string, hint: string, cause?: unknown) {
    super('driver', message, { hint, cause });
  }
}

/** Thrown when a call must end now: its time is up, the client cancelled it, or the server stops. */
export class CallStoppedError extends Error {
  /** @param because completes "the call was stopped because …" */
  constructor(
    readonly reason: 'timeout' | 'cancelled',
    readonly because: string,
  ) {
    super(because);
    this.name = 'CallStoppedError';
  }
}
