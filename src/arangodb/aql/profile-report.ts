import type { ArangoDocument } from '../arango-calls.service.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { adviceOf, planStep } from './plan-report.js';
import type { QueryPlan } from './query-plan.js';
import type { QueryResult } from './run-query.js';

interface MeasuredNode {
  readonly id: number;
  readonly calls: number;
  readonly items: number;
  readonly filtered: number;
  /** Seconds, those of the steps before it included. */
  readonly runtime: number;
}

/** What the server measured: each step of the plan with its calls, rows and time. Times are in seconds. */
export function profileReport(result: QueryResult, _limit: number, reply: ReplyLimits): ArangoDocument {
  const { stats = {}, plan, profile } = result.extra ?? {};
  const { nodes: measured = [], ...statistics } = stats as { readonly nodes?: readonly MeasuredNode[] };
  const known = new Map(measured.map((node) => [node.id, node]));
  const steps = ((plan as QueryPlan | undefined)?.nodes ?? []).map((node) => {
    const { calls, items, filtered, runtime } = known.get(node.id) ?? {};
    return { ...planStep(node), calls, items, filtered, seconds: runtime };
  });
  return {
    count: result.rows.length,
    hasMore: result.hasMore,
    statistics,
    warnings: result.warnings ?? [],
    phases: profile ?? {},
    steps: reply.cut(steps),
    ...(plan !== undefined && adviceOf(plan as QueryPlan)),
  };
}
