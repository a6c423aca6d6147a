import type { CallDocument, StatementReport } from './reply-document.js';

/**
 * The document with a list of statements that a reply can hold: of those that did what they should and gave no rows, the
 * ones that do not fit are only counted. Statements that failed, gave rows or notes are always told.
 * @param maxChars what the list may take as JSON, rows not counted
 */
export function withBoundedStatements(document: CallDocument, maxChars: number): CallDocument {
  let left = maxChars;
  const omitted: StatementReport[] = [];
  const statements = document.statements.filter((report) => {
    const { rows, ...about } = report;
    const chars = JSON.stringify(about).length + 2;
    const telling = report.failed !== undefined || rows !== undefined || report.notes !== undefined;
    if (telling || chars <= left) {
      left -= chars;
      return true;
    }
    omitted.push(report);
    return false;
  });
  if (omitted.length === 0) return document;
  return { ...document, statementsOmitted: summaryOf(omitted), statements };
}

function summaryOf(reports: readonly StatementReport[]): NonNullable<CallDocument['statementsOmitted']> {
  const kinds: Record<string, number> = {};
  for (const { type, skipped } of reports) {
    const kind = skipped ? 'skipped' : (type ?? '?');
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return {
    count: reports.length,
    kinds,
    affectedRows: reports.reduce((sum, { affectedRows = 0 }) => sum + affectedRows, 0),
  };
}
