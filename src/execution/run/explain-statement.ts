import { settingName } from '../../errors/edge-names.js';
import { parsePlan } from '../../schema/plan/parse-plan.js';
import { printPlanMermaid } from '../../schema/plan/plan-mermaid.js';
import type { ExplainCall } from '../call.js';
import { addNotes, reportOf, type CallContext } from './call-context.js';
import type { StatementReport } from '../reply/reply-document.js';

type PlanReport = Pick<StatementReport, 'plan' | 'tree' | 'mermaid' | 'observations'>;

/** Puts a plan into its statement's report; of a plan that is too large for the reply only the size is told. */
export function reportPlan(context: CallContext<ExplainCall>, index: number, raw: string): void {
  const report = reportOf(context, index);
  const plan = planReport(context, raw);
  const size = JSON.stringify(plan).length;
  if (context.budget.take(plan)) Object.assign(report, plan);
  else
    addNotes(report, [
      `The plan takes ${size} characters and does not fit into the reply (${settingName('maxResponseChars')}).`,
    ]);
  if (raw === '') addNotes(report, ['The engine shows no plan for this statement.']);
}

function planReport({ call, connection }: CallContext<ExplainCall>, raw: string): PlanReport {
  const parsed = parsePlan(connection.dialect, raw);
  const { blocks, observations } = parsed;
  // What could not be read has no other form than the engine's own words.
  if (blocks.length === 0) return { plan: raw, observations };
  switch (call.planFormat) {
    case 'tree':
      return { tree: blocks, observations };
    case 'mermaid':
      return { mermaid: printPlanMermaid(parsed), observations };
    default:
      return { plan: raw, observations };
  }
}
