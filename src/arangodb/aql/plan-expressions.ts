import type { PlanNode } from './query-plan.js';

/** Deepest expression that is followed; what is deeper says nothing here. */
export const MAX_DEPTH = 100;

/** A node of an expression, as plans hold it. */
export interface Expression {
  readonly type: string;
  readonly name: string;
  /** Of the variable that a reference means; -1 for none. */
  readonly id: number;
  readonly subNodes: readonly unknown[];
}

/** The expression that a plan holds; an empty one where it is none. */
export function expressionOf(value: unknown): Expression {
  const { type, name, id, subNodes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return {
    type: typeof type === 'string' ? type : '',
    name: typeof name === 'string' ? name : '',
    id: typeof id === 'number' ? id : -1,
    subNodes: Array.isArray(subNodes) ? subNodes : [],
  };
}

/** What variables were calculated from, by their ids. */
export type Calculations = ReadonlyMap<number, Expression>;

export function calculationsOf(nodes: readonly PlanNode[]): Calculations {
  const calculations = new Map<number, Expression>();
  for (const node of nodes) {
    if (node.type === 'CalculationNode')
      calculations.set(idOf(node.outVariable), expressionOf(node.expression));
  }
  return calculations;
}

/** `a.b` of a variable, also through one that was calculated from another. */
export function attributePath(
  { type, name, id, subNodes }: Expression,
  calculations: Calculations,
  depth = 0,
): { readonly variable: number; readonly path: string } | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (type === 'reference') {
    const calculated = calculations.get(id);
    return calculated ? attributePath(calculated, calculations, depth + 1) : { variable: id, path: '' };
  }
  if (type !== 'attribute access' || subNodes.length === 0) return undefined;
  const inner = attributePath(expressionOf(subNodes[0]), calculations, depth + 1);
  return inner && { variable: inner.variable, path: inner.path === '' ? name : `${inner.path}.${name}` };
}

/** Id of a variable of the plan. */
export function idOf(variable: unknown): number {
  return typeof variable === 'object' && variable !== null && 'id' in variable ? Number(variable.id) : -2;
}
