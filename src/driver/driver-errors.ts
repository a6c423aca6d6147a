import { CallError, type CallErrorDetails } from '../errors/call-error.js';

/** The engine refused or failed a statement; `code` and `engineMessage` are its own words. */
export class EngineError extends CallError {
  /**
   * @param engine name as it appears in replies: `CoraDB` or `DuckDB`
   * @param engineMessage the engine's text, unchanged
   */
  constructor(
    readonly engine: string,
    code: number | string,
    readonly engineMessage: string,
    details: Omit<CallErrorDetails, 'code'> = {},
  ) {
    super('engine', `${engine} error ${code}: ${engineMessage}`, { ...details, code });
  }

  /**
   * True when the engine has already undone the whole transaction (CUBRID -72, deadlock victim): the next
   * statement would silently start a new one (engine-behaviour, "What ends or poisons the transaction").
   */
  transactionLost = false;

  /** The engine stopped the statement because of a time limit or a cancel; it does not say which (CUBRID -4). */
  get interrupted(): boolean {
    return this.code === -4 || this.code === 'Interrupt';
  }
}

/** The process that the engine ran in has ended; what was not committed is gone with it. */
export class EngineEndedError extends EngineError {
  /** The commit had been sent, and whether it is there could not be found out. */
  outcomeUnknown = false;
}

/** The broker refused the connection or could not be worked with. */
export class BrokerError extends CallError {
  constructor(message: string, details?: CallErrorDetails) {
    super('broker', message, details);
  }
}

/**
 * The connection cannot be used any more: closed, reset, timed out, or bytes that make no sense.
 * A statement or commit that was under way when it was thrown may or may not have taken effect.
 */
export class ConnectionLostError extends BrokerError {}

/** Our own client, or a loaded driver package, cannot do what was asked. */
export class DriverError extends CallError {
  constructor(message: string, details?: CallErrorDetails) {
    super('driver', message, details);
  }
}
