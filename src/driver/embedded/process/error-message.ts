import { CallError, GuardError, InputError, type CallErrorDetails } from '../../../errors/call-error.js';
import { ConnectionLostError, DriverError, EngineError } from '../../driver-errors.js';

/** An error on its way between the two processes. */
export interface ErrorMessage {
  readonly kind: 'input' | 'guard' | 'driver' | 'lost' | 'engine' | 'fault';
  /** The engine's own words for `engine`. */
  readonly message: string;
  readonly details: Omit<CallErrorDetails, 'cause'>;
  readonly engine?: string;
  readonly transactionLost?: boolean;
  /** Of a fault of the program, for its log. */
  readonly stack?: string;
}

/** What the two processes tell each other about something that was thrown. Causes stay where they were. */
export function toErrorMessage(thrown: unknown): ErrorMessage {
  if (!(thrown instanceof CallError)) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return {
      kind: 'fault',
      message: error.message,
      details: {},
      ...(error.stack !== undefined && { stack: error.stack }),
    };
  }
  const { code, hint, position } = thrown;
  const details = {
    ...(code !== undefined && { code }),
    ...(hint !== undefined && { hint }),
    ...(position !== undefined && { position }),
  };
  if (thrown instanceof EngineError) {
    const { engine, engineMessage, transactionLost } = thrown;
    return { kind: 'engine', message: engineMessage, details, engine, transactionLost };
  }
  return { kind: kindOf(thrown), message: thrown.message, details };
}

function kindOf(error: CallError): ErrorMessage['kind'] {
  if (error instanceof ConnectionLostError) return 'lost';
  return error.layer === 'input' || error.layer === 'guard' ? error.layer : 'driver';
}

/** The error again, of the class that callers tell it by. */
export function fromErrorMessage(told: ErrorMessage): Error {
  const { kind, message, details } = told;
  if (kind === 'engine') {
    const { code = 'Unknown', ...others } = details;
    const error = new EngineError(told.engine ?? '', code, message, others);
    error.transactionLost = told.transactionLost === true;
    return error;
  }
  if (kind === 'fault') {
    const fault = new Error(message);
    if (told.stack !== undefined) fault.stack = told.stack;
    return fault;
  }
  return new CLASSES[kind](message, details);
}

const CLASSES = { input: InputError, guard: GuardError, driver: DriverError, lost: ConnectionLostError };
