import type { CoradbSettings } from '../../config/coradb-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { checkDryRun, checkDryRunKind, checkDryRunPlan } from '../../sql/dry-run-check.js';
import type { LexicalSettings } from '../../sql/lexical-settings.js';
import type { TokenReader } from '../../sql/statement-tokens.js';
import { checkPlanText } from '../../sql/plan-check.js';
import { checkReadOnly } from '../../sql/read-only-check.js';
import { checkServerFiles } from '../../sql/server-files-check.js';
import type { StatementText } from '../../sql/statement-splitter.js';
import { checkTransactionControl, checkTransactionControlKind } from '../../sql/transaction-control.js';
import type { CallPurpose, ExecuteCall, ExplainCall, SelectCall } from '../call.js';

/** What of a call decides what its statements may do. */
export type Purpose =
  Pick<SelectCall, 'purpose'> | Pick<ExplainCall, 'purpose'> | Pick<ExecuteCall, 'purpose' | 'dryRun'>;

const READING_TOOLS: Readonly<Record<Exclude<CallPurpose, 'execute'>, string>> = {
  select: 'execute_select',
  explain: 'explain_query',
};

/**
 * What one call may do: the tool, the call and the settings together, the strictest of them first.
 * Every check throws a `CallError` that says what was refused; what it lets pass with a remark, it returns a note for.
 */
export class StatementPolicy {
  /** Everything is rolled back in the end: what a rollback does not undo must not run. */
  readonly isDryRun: boolean;
  private readonly reads: boolean;

  constructor(
    private readonly call: Purpose,
    private readonly settings: Pick<CoradbSettings, 'writeMode' | 'serverFiles'>,
  ) {
    this.reads = call.purpose !== 'execute';
    this.isDryRun = call.purpose === 'execute' && (call.dryRun || settings.writeMode !== 'write');
  }

  /** By the text alone, before anything is sent; the engine acts on some statements already when it compiles them. */
  checkText(statement: StatementText, lexical?: LexicalSettings, read?: TokenReader): void {
    const allowServerFiles = this.settings.serverFiles === 'on';
    if (!allowServerFiles) checkServerFiles(statement, lexical, read);
    if (this.reads) {
      checkReadOnly(statement, {
        ...(lexical && { settings: lexical }),
        ...(read && { read }),
        allowServerFiles,
      });
      return;
    }
    checkTransactionControl(statement, lexical, read);
    if (this.isDryRun) checkDryRun(statement, lexical, read);
  }

  /**
   * What a rollback leaves behind of a statement that has run, beside the counters it moved. Nothing where a dry run
   * refused such statements.
   */
  leftBehind(statement: StatementText, lexical?: LexicalSettings): readonly string[] {
    if (this.reads || this.isDryRun) return [];
    try {
      checkDryRun(statement, lexical);
      return [];
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      return [
        `The rollback did not undo all of this statement. In a dry run it is refused: ${error.message}`,
      ];
    }
  }

  /** By the kind the engine compiled. */
  checkKind(kind: string): void {
    const { purpose } = this.call;
    if (purpose !== 'execute') {
      if (kind !== 'SELECT') throw notASelect(READING_TOOLS[purpose], kind);
      return;
    }
    checkTransactionControlKind(kind);
    if (this.isDryRun) checkDryRunKind(kind);
  }

  /** Whether the plan of a SELECT must be looked at before it runs: it shows what views hide. */
  get checksPlans(): boolean {
    return this.reads || this.isDryRun;
  }

  checkPlan(plan: string): readonly string[] {
    if (this.isDryRun) return checkDryRunPlan(plan);
    checkPlanText(plan);
    return [];
  }

  /** Why the transaction must be rolled back although every statement succeeded; undefined when it may commit. */
  get rollsBackBecause(): string | undefined {
    const { call } = this;
    if (call.purpose === 'select') return 'execute_select only reads';
    if (call.purpose === 'explain') return 'explain_query runs nothing';
    if (call.dryRun) return 'dryRun was requested';
    const { writeMode } = this.settings;
    return writeMode === 'write'
      ? undefined
      : `the server allows only dry runs (CORADB_WRITE_MODE=${writeMode})`;
  }
}

function notASelect(tool: string, kind: string): GuardError {
  return new GuardError(`${tool} takes SELECT statements only; the engine compiled this one as ${kind}.`, {
    hint: 'Use execute_sql for statements that change something, with dryRun to try them first.',
  });
}
