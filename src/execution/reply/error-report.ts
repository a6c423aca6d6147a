import { CallError } from '../../errors/call-error.js';
import { EngineError } from '../../driver/driver-errors.js';
import { errorReport, type ErrorReport } from '../../errors/error-report.js';
import { sqlExcerpt } from './sql-excerpt.js';

/** For a statement: the engine's own code and words. */
export function statementError(error: CallError): ErrorReport {
  return errorReport(error, error instanceof EngineError ? error.engineMessage : error.message);
}

/** For the call: the whole message, `CoraDB error <code>: <message>` for the engine's. */
export function callErrorReport(error: CallError): ErrorReport {
  return errorReport(error);
}

/** Adds the piece of SQL at the report's position. */
export function placed(report: ErrorReport, sql: string): ErrorReport {
  return report.position ? { ...report, near: sqlExcerpt(sql, report.position.offset) } : report;
}

/** Hides what an unexpected failure says: it may hold anything. The log has it. */
export const INTERNAL_ERROR: ErrorReport = {
  layer: 'server',
  message: 'The server failed in a way it did not expect.',
  hint: "Look at the data before a change is sent again. The server's log (stderr) has the details.",
};
