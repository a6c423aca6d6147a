import { CallError, type SqlPosition } from '../../errors/call-error.js';
import { CallStoppedError } from '../../limits/call-stopped-error.js';

/** What the engine answered when it refused. */
export interface EngineAnswer {
  /** `errorNum` of its reply. */
  readonly errorNum: number;
  /** `errorMessage`: the engine's own words. */
  readonly errorMessage: string;
  /** HTTP status of the reply, or of the error itself where it stands inside a reply of success. */
  readonly status: number;
  /** Seconds after which the server wants to be asked again (`Retry-After`). */
  readonly retryAfterS?: number;
}

/** The engine refused, in its own words. */
export class ArangoEngineError extends CallError {
  readonly errorNum: number;
  readonly engineMessage: string;
  readonly retryAfterS?: number;
  /** True when the engine failed on its own side, so that what was asked for may have been carried out. */
  readonly mayHaveHappened: boolean;

  constructor(
    private readonly answer: EngineAnswer,
    details: { readonly hint?: string; readonly position?: SqlPosition } = {},
  ) {
    super('engine', `ArangoDB error ${answer.errorNum}: ${answer.errorMessage}`, {
      code: answer.errorNum,
      ...details,
    });
    this.errorNum = answer.errorNum;
    this.engineMessage = answer.errorMessage;
    this.mayHaveHappened = answer.status >= 500 && !REFUSED_AT_THE_DOOR.has(answer.errorNum);
    if (answer.retryAfterS !== undefined) this.retryAfterS = answer.retryAfterS;
  }

  /** The same error with its place in the caller's text. */
  at(position: SqlPosition): ArangoEngineError {
    return new ArangoEngineError(this.answer, {
      ...(this.hint !== undefined && { hint: this.hint }),
      position,
    });
  }

  /** The same error with another hint. */
  withHint(hint: string): ArangoEngineError {
    return new ArangoEngineError(this.answer, { hint, ...(this.position && { position: this.position }) });
  }

  /** True when the server did not even begin with the request: it is in maintenance or its queue is full. */
  get refusedAtTheDoor(): boolean {
    return REFUSED_AT_THE_DOOR.has(this.errorNum);
  }
}

/** Errors "service unavailable" (maintenance) and "queue full" of `errors.dat`. */
const REFUSED_AT_THE_DOOR: ReadonlySet<number> = new Set([503, 21003]);

/** The server could not be reached, its reply broke off, or what answered is not ArangoDB. */
export class ArangoConnectionError extends CallError {
  /** True when no connection came about: the request was never sent. */
  readonly notReached: boolean;
  /** True when the request went out and no reply says that it was not carried out. */
  readonly mayHaveHappened: boolean;

  constructor(
    message: string,
    details: {
      readonly hint: string;
      readonly mayHaveHappened: boolean;
      readonly notReached?: boolean;
      readonly cause?: unknown;
    },
  ) {
    const { mayHaveHappened, notReached = false, ...rest } = details;
    super('driver', message, rest);
    this.mayHaveHappened = mayHaveHappened;
    this.notReached = notReached;
  }
}

/** A request that ended with its call. */
export class RequestStoppedError extends CallStoppedError {
  /** @param mayHaveHappened the request was under way */
  constructor(
    reason: CallStoppedError['reason'],
    because: string,
    readonly mayHaveHappened = false,
  ) {
    super(reason, because);
  }
}

/** True when what was asked for may have been carried out although it failed here. */
export function mayHaveHappened(failure: unknown): boolean {
  return (
    (failure instanceof ArangoEngineError ||
      failure instanceof ArangoConnectionError ||
      failure instanceof RequestStoppedError) &&
    failure.mayHaveHappened
  );
}
