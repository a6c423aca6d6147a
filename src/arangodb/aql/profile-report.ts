import { z } from 'zod';
import type { ArangoDocument } from '../arango-calls.service.js';
import type { ReplyLimits } from '../reply/reply-limits.js';
import { adviceOf, planStep } from './plan-report.js';
import { isPlan } from './query-plan.js';
import type { QueryResult } from './run-query.js';

/** `runtime` in seconds, that of the steps before it included. */
const Measured = z.array(
  z.looseObject({
    id: z.number(),
    calls: z.number(),
    items: z.number(),
    filtered: z.number(),
    runtime: z.number(),
  }),
);

/** What the server measured: each step of the plan with its calls, rows and time. Times are in seconds. */
export function profileReport(result: QueryResult, _limit: number, reply: ReplyLimits): ArangoDocument {
  const { stats = {}, plan, profile } = result.extra ?? {};
  const { nodes, ...statistics } = stats as { readonly nodes?: unknown };
  const measured = Measured.safeParse(nodes).data ?? [];
  const known = new Map(measured.map((node) => [node.id, node]));
  const planned = isPlan(plan) ? plan : undefined;
  const steps = (planned?.nodes ?? []).map((node) => {
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
    ...(planned && adviceOf(planned)),
  };
}
