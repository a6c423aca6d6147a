import type { Dialect } from '../../driver/dialect.js';
import { EngineError } from '../../driver/driver-errors.js';
import type { CallError } from '../../errors/call-error.js';
import { placeInScript } from '../../sql/statement-place.js';
import type { StatementText } from '../../sql/statement-splitter.js';
import { reportAt } from './call-context.js';
import type { CallStoppedError } from '../../limits/call-stopped-error.js';
import { paramsOf, type Call } from '../call.js';
import { errorReport } from '../../errors/error-report.js';
import { placed } from '../reply/error-report.js';
import { unfitParameterHint } from '../reply/parameter-hint.js';
import type { CallDocument, ErrorReport } from '../reply/reply-document.js';

/** What a failure is about, to name its place in the caller's text. */
export interface FailedStatement {
  /** From 0. */
  readonly index: number;
  readonly statement: StatementText;
  readonly call: Call;
  /** Reads the engine's words; absent while no engine was asked. */
  readonly dialect?: Dialect;
}

/** A statement failed, or was refused while others may have run before it. */
export function markFailed(document: CallDocument, error: CallError, failed: FailedStatement): void {
  document.error = explained(errorReport(error), error, failed);
  document.stopped = 'error';
  reportAt(document, failed.index).failed = true;
  skipOthers(document, failed.index);
}

/** The call was refused, or failed before it had a transaction: nothing ran. */
export function markNothingRan(document: CallDocument, error: CallError, sql: string): void {
  document.error = placed(errorReport(error), sql);
  document.stopped = 'error';
  skipOthers(document);
}

const TIMEOUT_HINT =
  'Give a larger timeoutMs, or make the statement cheaper. It may also have waited for a lock that another transaction holds.';

/** @param index the statement at work; undefined when none was */
export function markStopped(document: CallDocument, error: CallStoppedError, index?: number): void {
  document.stopped = error.reason;
  const place = index === undefined ? '' : ` in statement ${index + 1}`;
  const message = `The call was stopped${place}: ${error.because}.`;
  const { cause } = error;
  document.error =
    cause instanceof EngineError
      ? { ...errorReport(cause), message: `${message} ${cause.engineMessage}` }
      : { layer: 'guard', message, ...(error.reason === 'timeout' && { hint: TIMEOUT_HINT }) };
  skipOthers(document, index);
}

/** Adds what the engine's words and the call's text tell together: the place, and which parameter it may be. */
function explained(
  report: ErrorReport,
  error: CallError,
  { statement, call, dialect }: FailedStatement,
): ErrorReport {
  if (!(error instanceof EngineError)) return placed(report, call.sql);
  const offset = dialect?.errorOffset(error.engineMessage, statement.text);
  const position = offset === undefined ? undefined : placeInScript(statement, offset);
  const unfit = dialect?.isUnfitValue(error) === true;
  const hint = report.hint ?? (unfit ? unfitParameterHint(error, paramsOf(call)) : undefined);
  // `near` shows the place; the engine's own drawing of it would be the same again.
  const message = (position && dialect?.withoutPlace?.(report.message)) ?? report.message;
  return placed(
    { ...report, message, ...(hint !== undefined && { hint }), ...(position && { position }) },
    call.sql,
  );
}

/** Statements that never began are skipped, and what was said about them beforehand is not true. */
function skipOthers(document: CallDocument, index?: number): void {
  for (const [at, report] of document.statements.entries()) {
    if (report.elapsedMs !== undefined) continue;
    delete report.notes;
    if (at !== index) report.skipped = true;
  }
}
