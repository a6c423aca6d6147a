import type { ArangoDocument } from '../arango-calls.service.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { indexAdvice } from './index-advice.js';
import { effectOf, type ExplainReply, type PlanNode, type QueryPlan } from './query-plan.js';

/** A plan as a reply shows it: the verdict first, then one line a step. @throws GuardError for a plan without a verdict */
export function planReport(reply: ExplainReply, limits: ReplyLimits): ArangoDocument {
  const { modifies, reads, writes } = effectOf(reply);
  const head = { modifies, reads, writes, warnings: reply.warnings ?? [], cacheable: reply.cacheable };
  if (reply.plan) return { ...head, ...onePlan(reply.plan, limits), ...limits.report() };
  return { ...head, plans: (reply.plans ?? []).map((plan) => onePlan(plan, limits)), ...limits.report() };
}

function onePlan(plan: QueryPlan, limits: ReplyLimits): object {
  const { estimatedCost, estimatedNrItems, rules, nodes = [] } = plan;
  return {
    estimatedCost,
    estimatedRows: estimatedNrItems,
    rules,
    steps: limits.fitting(nodes.map(planStep)),
    ...adviceOf(plan),
  };
}

/** What an index could spare, where the plan shows it. */
export function adviceOf(plan: QueryPlan): { readonly advice?: readonly string[] } {
  const advice = indexAdvice(plan);
  return advice.length > 0 ? { advice } : {};
}

/** A step without the variables and expressions, which take most of a plan's text. */
export function planStep(node: PlanNode): object {
  const { id, type, dependencies, estimatedCost, estimatedNrItems, collection, view, indexes } = node;
  return {
    id,
    type,
    ...(dependencies?.length && { after: dependencies }),
    ...(collection !== undefined && { collection }),
    ...(view !== undefined && { view }),
    ...(indexes && { indexes: indexes.map((index) => `${index.name} (${index.type})`) }),
    estimatedCost,
    estimatedRows: estimatedNrItems,
  };
}
