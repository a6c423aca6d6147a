import { CORADB_SQL_RULES } from '../../src/driver/coradb/rules/sql-rules.js';
import { hiddenEffects } from '../../src/driver/coradb/plan/hidden-effects.js';
import { counterNotes as notesOf } from '../../src/execution/policy/counter-notes.js';
import { judgeDryRun, judgeHiddenInDryRun } from '../../src/execution/policy/dry-run.js';
import { judgeHiddenWhenReading, judgeReadOnly } from '../../src/execution/policy/read-only.js';
import { judgeServerFiles } from '../../src/execution/policy/server-files.js';
import { judgeControl } from '../../src/execution/policy/transaction-control.js';
import { refusalError, type Refused, type Verdict } from '../../src/execution/policy/verdict.js';
import { factsOf, type StatementFacts } from '../../src/sql/facts.js';
import type { LexicalSettings } from '../../src/sql/lexical-settings.js';
import type { SqlRules } from '../../src/sql/sql-rules.js';
import { shown } from './at-edge.js';
import type { CheckedStatement } from '../../src/sql/statement-place.js';

/* What they throw is worded as the client of a server that saves changes reads it. */

/** The rules of a policy one by one, each as a check that throws its refusal. */
function check(
  statement: CheckedStatement,
  settings: LexicalSettings | undefined,
  judge: (facts: StatementFacts) => Refused | undefined,
  rules: SqlRules = CORADB_SQL_RULES,
): void {
  for (const facts of factsOf(statement.text, rules, settings)) {
    const refusal = judge(facts);
    if (refusal !== undefined) throw shown(refusalError(statement, refusal));
  }
}

export function checkReadOnly(
  statement: CheckedStatement,
  {
    settings,
    allowServerFiles = false,
    rules,
  }: {
    readonly settings?: LexicalSettings | undefined;
    readonly allowServerFiles?: boolean;
    readonly rules?: SqlRules;
  } = {},
): void {
  check(statement, settings, (facts) => judgeReadOnly(facts, allowServerFiles), rules);
}

export function checkServerFiles(statement: CheckedStatement, settings?: LexicalSettings): void {
  check(statement, settings, judgeServerFiles);
}

export function checkTransactionControl(statement: CheckedStatement, settings?: LexicalSettings): void {
  check(statement, settings, judgeControl);
}

export function checkDryRun(statement: CheckedStatement, settings?: LexicalSettings): void {
  check(statement, settings, judgeDryRun);
}

export function checkPlanWhenReading(plan: string): void {
  throwRefusal(judgeHiddenWhenReading(hiddenEffects(plan)));
}

/** @returns the notes */
export function checkPlanInDryRun(plan: string): readonly string[] {
  const verdict = judgeHiddenInDryRun(hiddenEffects(plan));
  throwRefusal(verdict);
  return verdict.verdict === 'noted' ? verdict.notes : [];
}

export function throwRefusal(verdict: Verdict | undefined): void {
  if (verdict?.verdict === 'refused') throw shown(refusalError({ text: '' }, verdict));
}

export function counterNotes(
  { text }: CheckedStatement,
  created: ReadonlySet<string>,
  settings?: LexicalSettings,
  rules: SqlRules = CORADB_SQL_RULES,
): readonly string[] {
  return notesOf(factsOf(text, rules, settings), created);
}
