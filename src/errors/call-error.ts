import type { SqlPosition } from '../text/text-position.js';
import { withNames, type EdgeNames } from './edge-names.js';

export type { SqlPosition };

/** The part of a call that said no: what the caller wrote, a rule of this server, our client code, the broker, or the engine. */
export type ErrorLayer = 'input' | 'guard' | 'driver' | 'broker' | 'engine';

/** What an error may say besides its layer and message. */
export interface CallErrorDetails {
  /** The engine's or broker's own code: a number for CoraDB, an error class for the embedded engine. */
  readonly code?: number | string;
  /** What the caller can do next, one sentence. */
  readonly hint?: string;
  readonly position?: SqlPosition;
  readonly cause?: unknown;
}

/**
 * A failure whose message may be shown to the caller as it is.
 * Anything else that is thrown is a fault of this server and is masked at the edge.
 * A message never holds a password or an open-database block.
 */
export class CallError extends Error {
  readonly layer: ErrorLayer;
  readonly code?: number | string;
  readonly hint?: string;
  readonly position?: SqlPosition;

  constructor(layer: ErrorLayer, message: string, details: CallErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.layer = layer;
    if (details.code !== undefined) this.code = details.code;
    if (details.hint !== undefined) this.hint = details.hint;
    if (details.position !== undefined) this.position = details.position;
  }

  /**
   * Puts the names of the edge that shows it into its message and hint.
   * @internal
   */
  putNames(names: EdgeNames): void {
    this.message = withNames(this.message, names);
    if (this.hint !== undefined) (this as { hint: string }).hint = withNames(this.hint, names);
  }
}

/** The call itself is wrong: an argument, the SQL text, a bind parameter. Nothing was sent. */
export class InputError extends CallError {
  constructor(message: string, details?: CallErrorDetails) {
    super('input', message, details);
  }
}

/** A rule of this server forbids the call. Nothing was run. */
export class GuardError extends CallError {
  constructor(message: string, details?: CallErrorDetails) {
    super('guard', message, details);
  }
}
