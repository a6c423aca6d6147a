import type { PlanNode } from './query-plan.js';

/** A node of an expression, as plans hold it. */
export interface Expression {
  readonly type?: string;
  readonly name?: string;
  readonly id?: number;
  readonly subNodes?: readonly Expression[];
}

/** What variables were calculated from, by their ids. */
export type Calculations = ReadonlyMap<number, Expression>;

export function calculationsOf(nodes: readonly PlanNode[]): Calculations {
  const calculations = new Map<number, Expression>();
  for (const node of nodes) {
    if (node.type === 'CalculationNode')
      calculations.set(idOf(node.outVariable), node.expression as Expression);
  }
  return calculations;
}

/** `a.b` of a variable, also through one that was calculated from another. */
export function attributePath(
  { type, name = '', id = -1, subNodes = [] }: Expression,
  calculations: Calculations,
): { readonly variable: number; readonly path: string } | undefined {
  if (type === 'reference') {
    const calculated = calculations.get(id);
    return calculated ? attributePath(calculated, calculations) : { variable: id, path: '' };
  }
  if (type !== 'attribute access' || !subNodes[0]) return undefined;
  const inner = attributePath(subNodes[0], calculations);
  return inner && { variable: inner.variable, path: inner.path === '' ? name : `${inner.path}.${name}` };
}

/** Id of a variable of the plan. */
export function idOf(variable: unknown): number {
  return typeof variable === 'object' && variable !== null && 'id' in variable ? Number(variable.id) : -2;
}
