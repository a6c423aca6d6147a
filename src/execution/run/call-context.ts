import { settingName } from '../../errors/edge-names.js';
import type { Column, Connection, Statement } from '../../driver/driver.js';
import type { CoradbSettings } from '../../config/coradb-settings.js';
import type { StatementFacts } from '../../sql/facts.js';
import type { StatementText } from '../../sql/statement-splitter.js';
import type { CallDeadline } from '../../limits/call-deadline.js';
import type { Call, ExecuteCall, SelectCall } from '../call.js';
import type { CallDocument, StatementReport } from '../reply/reply-document.js';
import { readResult, ReplyBudget } from './result-reader.js';
import type { StatementPolicy } from '../policy/statement-policy.js';
import type { StoppableConnection } from './stoppable-connection.js';

/** What the steps of one call share. */
export interface CallContext<C extends Call = Call> {
  readonly call: C;
  readonly settings: CoradbSettings;
  readonly deadline: CallDeadline;
  readonly connection: Connection;
  readonly stoppable: StoppableConnection;
  readonly statements: readonly StatementText[];
  /** Of each statement, for each way the server may read it. */
  readonly facts: readonly (readonly StatementFacts[])[];
  readonly policy: StatementPolicy;
  readonly document: CallDocument;
  readonly budget: ReplyBudget;
}

/** The report of a statement; there is one for each, from the start. */
export function reportAt(document: CallDocument, index: number): StatementReport {
  const report = document.statements[index];
  if (!report) throw new RangeError(`no report for statement ${index + 1}`);
  return report;
}

export function reportOf(context: CallContext, index: number): StatementReport {
  return reportAt(context.document, index);
}

/** Adds remarks about what a statement did or will leave behind. */
export function addNotes(report: StatementReport, notes: readonly string[]): void {
  if (notes.length > 0) report.notes = [...(report.notes ?? []), ...notes];
}

/** Compiles a statement and notes its kind and columns. */
export async function prepare(context: CallContext, index: number, text: string): Promise<Statement> {
  const report = reportOf(context, index);
  const statement = await context.stoppable.run((timeoutMs) =>
    context.connection.prepare(text, { timeoutMs }),
  );
  report.type = statement.kind;
  return statement;
}

/** Runs a compiled statement and puts what it gave into its report. */
export async function execute(
  context: CallContext<SelectCall | ExecuteCall>,
  index: number,
  statement: Statement,
): Promise<void> {
  const { call, stoppable, settings } = context;
  const report = reportOf(context, index);
  const startedAt = performance.now();
  const progress = (rows: number): void =>
    call.onProgress?.({ statement: index + 1, statements: context.statements.length, rows });
  progress(0);
  try {
    const execution = await stoppable.run((timeoutMs) =>
      statement.execute(call.params ?? [], {
        timeoutMs,
        skip: call.startRow - 1,
        maxRows: call.maxRows,
      }),
    );
    if (execution.affectedRows !== undefined) report.affectedRows = execution.affectedRows;
    if (execution.resultSet) {
      reportColumns(report, statement.columns, context.budget);
      const limits = { startRow: call.startRow, maxRows: call.maxRows, maxCellChars: settings.maxCellChars };
      const { notes = [], ...read } = await readResult(
        execution.resultSet,
        stoppable,
        limits,
        context.budget,
        progress,
      );
      Object.assign(report, read);
      addNotes(report, notes);
    }
  } finally {
    report.elapsedMs = Math.round(performance.now() - startedAt);
  }
}

/** Headings count against the reply limit like rows: a SELECT may have thousands (engine-behaviour §8). */
function reportColumns(report: StatementReport, columns: readonly Column[], budget: ReplyBudget): void {
  if (budget.take(columns)) report.columns = columns;
  else
    addNotes(report, [
      `The headings of its ${columns.length} columns do not fit into the reply (${settingName('maxResponseChars')}).`,
    ]);
}
