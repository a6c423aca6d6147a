import {
  deed,
  settingName,
  whereReadOnly,
  whereSaved,
  whereTried,
  type Deed,
} from '../../errors/edge-names.js';
import type { CoradbSettings } from '../../config/coradb-settings.js';
import type { HiddenEffect } from '../../driver/dialect.js';
import type { StatementFacts } from '../../sql/facts.js';
import type { KindRules } from '../../sql/sql-rules.js';
import type { ExecuteCall, ExplainCall, SelectCall } from '../call.js';
import { judgeDryRun, judgeDryRunKind, judgeHiddenInDryRun } from './dry-run.js';
import { judgeHiddenWhenReading, judgeReadOnly } from './read-only.js';
import { judgeServerFiles } from './server-files.js';
import { judgeControl, judgeControlKind } from './transaction-control.js';
import { ALLOWED, refused, type Refused, type Verdict } from './verdict.js';

/** What of a call decides what its statements may do. */
export type Purpose =
  Pick<SelectCall, 'purpose'> | Pick<ExplainCall, 'purpose'> | Pick<ExecuteCall, 'purpose' | 'dryRun'>;

/**
 * What one call may do: a pure function from the facts of a statement, what the call is for and the settings to a
 * verdict, the strictest rule first.
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

  /**
   * By the text alone, before anything is sent; the engine acts on some statements already when it compiles them. Every
   * way the server may read the text must pass.
   */
  judgeText(readings: readonly StatementFacts[]): Refused | undefined {
    const serverFilesAllowed = this.settings.serverFiles === 'on';
    const judges: ((facts: StatementFacts) => Refused | undefined)[] = [];
    if (!serverFilesAllowed) judges.push(judgeServerFiles);
    if (this.reads) judges.push((facts) => judgeReadOnly(facts, serverFilesAllowed));
    else judges.push(judgeControl);
    if (this.isDryRun) judges.push(judgeDryRun);
    return firstRefusal(judges, readings);
  }

  /** By the kind the engine compiled. */
  judgeKind(kind: string, kinds: KindRules): Refused | undefined {
    const { purpose } = this.call;
    if (purpose !== 'execute') return kind === 'SELECT' ? undefined : notASelect(purpose, kind);
    return judgeControlKind(kind, kinds) ?? (this.isDryRun ? judgeDryRunKind(kind, kinds) : undefined);
  }

  /**
   * Whether the plan of a compiled statement must be looked at before it runs: only views hide what a SELECT does, no
   * view is read without the word FROM, and only the plan shows it (engine-behaviour, "The surprises" 4).
   */
  needsPlan(kind: string, text: string): boolean {
    return (this.reads || this.isDryRun) && kind === 'SELECT' && /\bfrom\b/i.test(text);
  }

  /** By what the plan shows of views. */
  judgePlan(effects: readonly HiddenEffect[]): Verdict {
    return this.isDryRun ? judgeHiddenInDryRun(effects) : (judgeHiddenWhenReading(effects) ?? ALLOWED);
  }

  /**
   * Why a rollback does not undo all of a statement that has run, beside the counters it moved. Nothing where a dry run
   * refused such statements.
   */
  notUndone(readings: readonly StatementFacts[]): Refused | undefined {
    return this.reads || this.isDryRun ? undefined : firstRefusal([judgeDryRun], readings);
  }

  /** Why the transaction must be rolled back although every statement succeeded; undefined when it may commit. */
  get rollsBackBecause(): string | undefined {
    const { call } = this;
    if (call.purpose === 'select') return `${deed('select')} only reads`;
    if (call.purpose === 'explain') return `${deed('explain')} runs nothing`;
    if (call.dryRun) return 'dryRun was requested';
    const { writeMode } = this.settings;
    return writeMode === 'write'
      ? undefined
      : `the server allows only dry runs (${settingName('writeMode')}=${writeMode})`;
  }
}

function notASelect(purpose: Deed, kind: string): Refused {
  return refused(
    `${deed(purpose)} takes SELECT statements only; the engine compiled this one as ${kind}.`,
    whereSaved(
      `Use ${deed('execute')} for statements that change something, with dryRun to try them first.`,
    ) +
      whereTried(
        `Statements that change something can be tried with ${deed('execute')}, and are rolled back.`,
      ) +
      whereReadOnly('Send a query; this server runs nothing else.'),
  );
}

/** One judge after the other, each over all readings: what weighs most is said first. */
function firstRefusal(
  judges: readonly ((facts: StatementFacts) => Refused | undefined)[],
  readings: readonly StatementFacts[],
): Refused | undefined {
  for (const judge of judges) {
    for (const facts of readings) {
      const refusal = judge(facts);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}
