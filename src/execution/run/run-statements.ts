import type { Statement } from '../../driver/driver.js';
import { GuardError } from '../../errors/call-error.js';
import { refusalError, type Verdict } from '../policy/verdict.js';
import { reportPlan } from './explain-statement.js';
import { addNotes, execute, prepare, reportOf, type CallContext } from './call-context.js';
import type { ExecuteCall, ExplainCall, SelectCall } from '../call.js';
import { SerialWatch } from './serial-watch.js';

/** How far a call has come, for what must be said when it ends early. */
export class CallProgress {
  /** The statement at work, from 0: a failure belongs to it. */
  index = 0;
  serials?: SerialWatch | undefined;
}

/** Compiles and checks every statement before any runs; then runs them in order. Nothing is ever saved. */
export async function runSelects(context: CallContext<SelectCall>, at: CallProgress): Promise<void> {
  const compiled: Statement[] = [];
  for (const index of context.statements.keys()) {
    at.index = index;
    compiled.push(await prepareChecked(context, index));
  }
  for (const [index, statement] of compiled.entries()) {
    at.index = index;
    await execute(context, index, statement);
    await statement.close();
  }
}

/** Compiles and runs one statement after the other: a later one may need what an earlier one made. */
export async function runScript(context: CallContext<ExecuteCall>, at: CallProgress): Promise<void> {
  at.serials = await SerialWatch.begin(context);
  for (const index of context.statements.keys()) {
    at.index = index;
    if (index > 0) await at.serials?.look(index - 1);
    const statement = await prepareChecked(context, index);
    await execute(context, index, statement);
    await statement.close();
  }
}

/**
 * Compares what the statements changed with what a person confirmed.
 * @throws GuardError at the first statement that changed another number of rows
 */
export function checkConfirmedRows({ call, document }: CallContext<ExecuteCall>, at: CallProgress): void {
  for (const [index, confirmed] of (call.confirmedRows ?? []).entries()) {
    at.index = index;
    const changed = document.statements[index]?.affectedRows ?? null;
    if (changed === confirmed) continue;
    throw new GuardError(
      `The statement changed ${changed ?? 'no'} rows now, but ${confirmed ?? 'none'} were confirmed.`,
      { hint: 'Send the call again to confirm what it changes now.' },
    );
  }
}

/** Compiles every statement and asks for its plan; nothing runs. */
export async function explain(context: CallContext<ExplainCall>, at: CallProgress): Promise<void> {
  for (const [index, { text }] of context.statements.entries()) {
    at.index = index;
    const startedAt = performance.now();
    context.stoppable.limits.checkExplains();
    const statement = await prepare(context, index, text);
    await statement.close();
    checkKind(context, index, statement.kind);
    const plan = await planOf(context, text);
    const { dialect } = context.connection;
    notesOf(context, index, context.policy.judgePlan(dialect.hiddenEffects?.(plan) ?? []));
    reportPlan(context, index, plan);
    reportOf(context, index).elapsedMs = Math.round(performance.now() - startedAt);
  }
}

async function prepareChecked(context: CallContext, index: number): Promise<Statement> {
  const { call, policy, connection } = context;
  const { limits } = context.stoppable;
  const text = context.statements[index]?.text ?? '';
  if (call.purpose !== 'execute') limits.checkReads(context.facts[index] ?? []);
  const statement = await prepare(context, index, text);
  checkKind(context, index, statement.kind);
  const { dialect } = connection;
  if (dialect.hiddenEffects !== undefined && policy.needsPlan(statement.kind, text)) {
    const notes = limits.showsPlans
      ? notesOf(context, index, policy.judgePlan(dialect.hiddenEffects(await planOf(context, text))))
      : limits.viewsNotSeen;
    addNotes(reportOf(context, index), notes);
  }
  return statement;
}

function checkKind({ policy, connection, statements }: CallContext, index: number, kind: string): void {
  const refusal = policy.judgeKind(kind, connection.dialect.rules.kinds);
  if (refusal !== undefined) throw refusalError(statements[index] ?? { text: '' }, refusal);
}

/** @throws the refusal of a verdict */
function notesOf({ statements }: CallContext, index: number, verdict: Verdict): readonly string[] {
  if (verdict.verdict === 'refused') throw refusalError(statements[index] ?? { text: '' }, verdict);
  return verdict.verdict === 'noted' ? verdict.notes : [];
}

function planOf({ stoppable, connection }: CallContext, text: string): Promise<string> {
  return stoppable.run((timeoutMs) => connection.plan(text, { timeoutMs }));
}
