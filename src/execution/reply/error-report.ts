import type { CallError } from '../../errors/call-error.js';
import { EngineError } from '../../driver/driver-errors.js';
import { errorReport, type ErrorReport } from '../../errors/error-report.js';
import { sqlExcerpt } from './sql-excerpt.js';

/** For a statement: the engine's own code and words. */
export function statementError(error: CallError): ErrorReport {
  return errorReport(error, error instanceof EngineError ? error.engineMessage : error.message);
}

/** Adds the piece of SQL at the report's position. */
export function placed(report: ErrorReport, sql: string): ErrorReport {
  return report.position ? { ...report, near: sqlExcerpt(sql, report.position.offset) } : report;
}
