import type { Statement } from '../driver/driver.js';
import { EngineError } from '../driver/driver-errors.js';
import { checkPlanText, needsPlanCheck } from '../sql/plan-check.js';
import { execute, prepare, reportOf, type CallContext } from './call-context.js';
import { checkKind } from './statement-policy.js';

/** Where a failure belongs: the statement at work when it happened, from 0. */
export class AtStatement {
  index = 0;
}

/** Compiles and checks every statement before any runs; then runs them in order. Nothing is ever saved. */
export async function runSelects(context: CallContext, at: AtStatement): Promise<void> {
  const compiled: Statement[] = [];
  for (const [index, { text }] of context.statements.entries()) {
    at.index = index;
    const statement = await prepare(context, index, text);
    compiled.push(statement);
    checkKind('select', statement.kind);
    await checkHiddenEffects(context, text);
  }
  for (const [index, statement] of compiled.entries()) {
    at.index = index;
    await execute(context, index, statement);
    await statement.close();
  }
}

/** Compiles and runs one statement after the other: a later one may need what an earlier one made. */
export async function runScript(context: CallContext, at: AtStatement): Promise<void> {
  for (const [index, { text }] of context.statements.entries()) {
    at.index = index;
    const statement = await prepare(context, index, text);
    checkKind('execute', statement.kind);
    await execute(context, index, statement);
    await statement.close();
  }
}

/** Compiles every statement and asks for its plan; nothing runs. */
export async function explain(context: CallContext, at: AtStatement): Promise<void> {
  for (const [index, { text }] of context.statements.entries()) {
    at.index = index;
    const statement = await prepare(context, index, text);
    await statement.close();
    checkKind('explain', statement.kind);
    const plan = await context.stoppable.run((timeoutMs) => context.connection.plan(text, { timeoutMs }));
    checkPlanText(plan);
    reportOf(context, index).plan = plan;
  }
}

/** What a view hides shows only in the plan (engine-behaviour, "The surprises" 4). */
async function checkHiddenEffects(context: CallContext, text: string): Promise<void> {
  if (context.connection.dialect !== 'coradb' || !needsPlanCheck(text)) return;
  checkPlanText(await context.stoppable.run((timeoutMs) => context.connection.plan(text, { timeoutMs })));
}

/** True when the engine has already ended the transaction, so that nothing more may be sent in it. */
export function transactionLost(error: unknown): boolean {
  return error instanceof EngineError && error.transactionLost;
}
