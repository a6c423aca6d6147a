import type { CallDocument, StatementReport } from './reply-document.js';

/** What matters most comes first. */
const HEAD_ORDER = [
  'login',
  'transaction',
  'rolledBackBecause',
  'stopped',
  'error',
  'notes',
  'elapsedMs',
  'statementsOmitted',
] as const satisfies readonly (keyof CallDocument)[];

/**
 * The document as JSON text: one line a statement and one line a row, so that people can read it and it costs
 * few characters.
 */
export function documentText(document: CallDocument): string {
  const { statements } = document;
  const lines = HEAD_ORDER.map((key) => [key, document[key]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const reports = statements.map(statementText).join(',\n');
  lines.push(`"statements": [${reports === '' ? '' : `\n${reports}\n`}]`);
  return `{\n${lines.join(',\n')}\n}`;
}

function statementText({ rows, ...report }: StatementReport): string {
  const head = JSON.stringify(report);
  if (rows === undefined) return head;
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `${head.slice(0, -1)}, "rows": [${lines === '' ? '' : `\n${lines}\n`}]}`;
}
