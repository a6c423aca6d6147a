import { GuardError } from '../../errors/call-error.js';

/** A node of an execution plan, as `POST /_api/explain` gives it; which further properties it has depends on its type. */
export interface PlanNode {
  readonly type: string;
  readonly id: number;
  readonly dependencies: readonly number[];
  readonly estimatedCost: number;
  readonly estimatedNrItems: number;
  readonly collection?: string;
  readonly view?: string;
  readonly indexes?: readonly { readonly name: string; readonly type: string }[];
  readonly [property: string]: unknown;
}

export interface QueryPlan {
  readonly nodes: readonly PlanNode[];
  readonly rules: readonly string[];
  readonly collections: readonly { readonly name: string; readonly type: string }[];
  readonly estimatedCost: number;
  readonly estimatedNrItems: number;
  readonly isModificationQuery: boolean;
}

export interface ExplainReply {
  readonly plan?: QueryPlan;
  /** Instead of `plan` when all plans were asked for. */
  readonly plans?: readonly QueryPlan[];
  readonly warnings?: readonly { readonly code: number; readonly message: string }[];
  readonly cacheable?: boolean;
  readonly stats?: unknown;
}

/** What a query does to collections, in the server's words. */
export interface QueryEffect {
  readonly modifies: boolean;
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
  return { modifies: writes.length > 0 || all.some((each) => each.isModificationQuery), reads, writes };
}

function saysItsEffect(plan: QueryPlan): boolean {
  return (
    typeof plan.isModificationQuery === 'boolean' &&
    Array.isArray(plan.collections) &&
    plan.collections.every(({ name, type }) => typeof name === 'string' && typeof type === 'string')
  );
}
