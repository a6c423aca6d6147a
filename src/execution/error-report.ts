import { CallError } from '../errors/call-error.js';
import { EngineError } from '../driver/driver-errors.js';
import { errorReport, type ErrorReport } from '../errors/error-report.js';

/** For a statement: the engine's own code and words. */
export function statementError(error: CallError): ErrorReport {
  return errorReport(error, error instanceof EngineError ? error.engineMessage : error.message);
}

/** For the call: the whole message, `CoraDB error <code>: <message>` for the engine's. */
export function callErrorReport(error: CallError): ErrorReport {
  return errorReport(error);
}

/** Hides what an unexpected failure says: it may hold anything. The log has it. */
export const INTERNAL_ERROR: ErrorReport = {
  layer: 'server',
  message: 'The server failed in a way it did not expect. Nothing was committed.',
  hint: "The server's log (stderr) has the details.",
};
