import { z } from 'zod';
import { GuardError } from '../../errors/call-error.js';

/** A node of an execution plan, as `POST /_api/explain` gives it; which further properties it has depends on its type. */
export interface PlanNode {
  readonly type: string;
  readonly id: number;
  readonly dependencies?: readonly number[];
  readonly estimatedCost: number;
  readonly estimatedNrItems: number;
  readonly collection?: string;
  readonly view?: string;
  readonly indexes?: readonly { readonly name: string; readonly type: string }[];
  readonly [property: string]: unknown;
}

export interface QueryPlan {
  readonly nodes?: readonly PlanNode[];
  readonly rules: readonly string[];
  readonly collections: readonly { readonly name: string; readonly type: string }[];
  readonly estimatedCost: number;
  readonly estimatedNrItems: number;
  readonly isModificationQuery: boolean;
}

/** Which of the two plans there is depends on what was asked for; what else is missing makes `effectOf` refuse it. */
export const ExplainReply = z.looseObject({
  plan: z.custom<QueryPlan>(isPlan).optional(),
  /** Instead of `plan` when all plans were asked for. */
  plans: z.array(z.custom<QueryPlan>(isPlan)).optional(),
  warnings: z.array(z.looseObject({ code: z.number(), message: z.string() })).optional(),
  cacheable: z.boolean().optional(),
});
export type ExplainReply = z.infer<typeof ExplainReply>;

/** What is read of a plan without asking what it is; expressions are looked at one by one. */
const PlanShape = z.looseObject({
  nodes: z
    .array(
      z.looseObject({
        type: z.string(),
        id: z.number(),
        dependencies: z.array(z.number()).optional(),
        collection: z.string().optional(),
        view: z.string().optional(),
        indexes: z.array(z.looseObject({ name: z.string(), type: z.string() })).optional(),
        estimatedCost: z.number().optional(),
        estimatedNrItems: z.number().optional(),
      }),
    )
    .optional(),
  rules: z.array(z.string()).optional(),
});

export function isPlan(value: unknown): value is QueryPlan {
  return PlanShape.safeParse(value).success;
}

/** What a query does to collections, in the server's words. */
export interface QueryEffect {
  readonly modifies: boolean;
  /** It changes or removes documents that exist, or may: anything that writes and is not known to insert only. */
  readonly destructive: boolean;
  /** It inserts, so that keys may be made. */
  readonly inserts: boolean;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * Reads the server's own verdict on a query out of its plan. Fails closed: a plan that does not say is refused, and a
 * collection counts as written unless the server says `read`.
 * @throws GuardError when the plan does not say what the query does
 */
export function effectOf({ plan, plans }: ExplainReply): QueryEffect {
  const all = plan ? [plan] : (plans ?? []);
  if (all.length === 0 || !all.every(saysItsEffect)) {
    throw new GuardError('The server did not say whether this query modifies anything, so it is not run.');
  }
  const collections = all.flatMap((each) => each.collections);
  const written = collections.filter(({ type }) => type !== 'read').map(({ name }) => name);
  const writes = [...new Set(written)];
  const reads = [...new Set(collections.map(({ name }) => name).filter((name) => !writes.includes(name)))];
  const modifies = writes.length > 0 || all.some((each) => each.isModificationQuery);
  const operations = all
    .flatMap(({ nodes = [] }) => nodes.map(({ type }) => type))
    .filter((type) => OPERATION.test(type));
  const insertsOnly = operations.length > 0 && operations.every((type) => type === 'InsertNode');
  return {
    modifies,
    destructive: modifies && !insertsOnly,
    inserts:
      modifies && (operations.length === 0 || operations.some((type) => /^(Insert|Upsert)/.test(type))),
    reads,
    writes,
  };
}

/** Types of the nodes that change documents. */
const OPERATION = /^(Insert|Update|Replace|Remove|Upsert)Node$/;

function saysItsEffect(plan: QueryPlan): boolean {
  return (
    typeof plan.isModificationQuery === 'boolean' &&
    Array.isArray(plan.collections) &&
    plan.collections.every(
      (each: QueryPlan['collections'][number] | null) =>
        typeof each?.name === 'string' && typeof each.type === 'string',
    )
  );
}
