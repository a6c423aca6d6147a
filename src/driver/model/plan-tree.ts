/** A condition of a plan step, as the engine words it. */
export interface PlanPredicate {
  /** `index`: looked up through the index; `filter`: checked on each row read; `join`: connects the two inputs. */
  readonly kind: 'index' | 'filter' | 'join';
  readonly text: string;
}

/** One step of a plan; its inputs are its children. */
export interface PlanNode {
  /** As the engine names it: `iscan`, `idx-join (inner join)`, `temp(order by)`, `SEQ_SCAN`, `HASH_JOIN`. */
  readonly operation: string;
  /** What this step is to its parent, where the engine says so: `outer`, `inner`, `subplan`, `head`. */
  readonly role?: string;
  /** Table that is read. */
  readonly table?: string;
  readonly index?: string;
  /** The index alone answers the query; the table is not read. */
  readonly covering?: true;
  /** The engine's own unit; comparable within one engine only. */
  readonly cost?: number;
  /** The optimizer's estimate, not a count. */
  readonly rows?: number;
  readonly predicates: readonly PlanPredicate[];
  /** Everything else the engine says about the step, by its own words. */
  readonly facts: Readonly<Record<string, string>>;
  readonly children: readonly PlanNode[];
}

/** Rows and pages of a table as the optimizer's statistics have them. */
export interface PlanTable {
  readonly name: string;
  readonly rows: number;
  readonly pages?: number;
}

/** One part of a query: a subquery, a CTE body, or the main query, which comes last. */
export interface PlanBlock {
  /** `CTE` for the body of one. */
  readonly title?: string;
  readonly roots: readonly PlanNode[];
  readonly tables: readonly PlanTable[];
  /** The statement as the engine rewrote it. */
  readonly statement?: string;
}

/** Operations by what they mean to a reader of the plan. */
export interface PlanOperations {
  /** Read every row of a table. */
  readonly fullScans: ReadonlySet<string>;
  /** Of those the ones that may still go through an index: the engine decides when the query runs. */
  readonly decidedLate: ReadonlySet<string>;
  /** Combine every row of their inputs with every other. */
  readonly crossProducts: ReadonlySet<string>;
}

export interface QueryPlan {
  /** As `Dialect.engine`. */
  readonly engine: string;
  readonly blocks: readonly PlanBlock[];
  /** What stands out, as sentences about the plan: what is, never what to do. */
  readonly observations: readonly string[];
  /** The engine's own text, unchanged. */
  readonly raw: string;
}

/** All steps of a plan, parents before children. */
export function planNodes(plan: { readonly blocks: readonly PlanBlock[] }): readonly PlanNode[] {
  const walk = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(walk)];
  return plan.blocks.flatMap((block) => block.roots.flatMap(walk));
}
