import type { ErrorReport } from '../../errors/error-report.js';
import { sqlExcerpt } from './sql-excerpt.js';

/** Adds the piece of SQL at the report's position. */
export function placed(report: ErrorReport, sql: string): ErrorReport {
  return report.position ? { ...report, near: sqlExcerpt(sql, report.position.offset) } : report;
}
