import {
  attributePath,
  expressionOf,
  MAX_DEPTH,
  calculationsOf,
  idOf,
  type Calculations,
  type Expression,
} from './plan-expressions.js';
import type { PlanNode, QueryPlan } from './query-plan.js';

/** Comparisons that an index answers. */
const COMPARISON = /^compare (==|<|<=|>|>=|in)$/;

/**
 * What the plan itself shows that an index could help: a collection that is read whole and then filtered, and rows that
 * are sorted without one. One sentence each; whether it pays off only a trial shows.
 */
export function indexAdvice({ nodes = [] }: QueryPlan): readonly string[] {
  const calculations = calculationsOf(nodes);
  const filters = nodes.flatMap((node) => {
    if (node.type === 'FilterNode')
      return [calculations.get(idOf(node.inVariable)) ?? expressionOf(undefined)];
    return node.filter === undefined ? [] : [expressionOf(node.filter)];
  });
  const scans = nodes.filter(({ type }) => type === 'EnumerateCollectionNode');
  return [
    ...scans.flatMap((scan) => scanAdvice(scan, filters, calculations)),
    ...nodes
      .filter(({ type }) => type === 'SortNode')
      .flatMap((sort) => sortAdvice(sort, scans, calculations)),
  ];
}

function scanAdvice(
  scan: PlanNode,
  filters: readonly Expression[],
  calculations: Calculations,
): readonly string[] {
  const variable = idOf(scan.outVariable);
  const paths = [...new Set(filters.flatMap((filter) => comparedPaths(filter, variable, calculations)))];
  if (paths.length === 0) return [];
  return [
    `${scan.collection} is read whole (about ${scan.estimatedNrItems} documents) and filtered by ${paths.join(', ')}: ` +
      `a persistent index on ${fieldsText(paths)} may spare that.`,
  ];
}

function sortAdvice(
  sort: PlanNode,
  scans: readonly PlanNode[],
  calculations: Calculations,
): readonly string[] {
  const elements: readonly unknown[] = Array.isArray(sort.elements) ? sort.elements : [];
  const sorted = elements.map((element) => {
    const { inVariable, path } = (element ?? {}) as {
      readonly inVariable?: unknown;
      readonly path?: unknown;
    };
    const expression = calculations.get(idOf(inVariable));
    return expression
      ? attributePath(expression, calculations)
      : { variable: idOf(inVariable), path: Array.isArray(path) ? path.join('.') : '' };
  });
  const scan = scans.find(({ outVariable }) => sorted.every((each) => each?.variable === idOf(outVariable)));
  const paths = sorted.map((each) => each?.path ?? '');
  if (!scan || paths.length === 0 || paths.includes('')) return [];
  return [
    `about ${sort.estimatedNrItems} documents of ${scan.collection} are sorted by ${paths.join(', ')}: ` +
      `a persistent index on ${fieldsText(paths)} may give them in order.`,
  ];
}

/** Attributes of the variable's documents that an index could find by. */
function comparedPaths(
  { type, subNodes }: Expression,
  variable: number,
  calculations: Calculations,
  depth = 0,
): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  // Behind an OR or a NOT one index on one side is not enough.
  if (/\b(or|not)\b/.test(type)) return [];
  if (!COMPARISON.test(type))
    return subNodes.flatMap((each) => comparedPaths(expressionOf(each), variable, calculations, depth + 1));
  return subNodes.flatMap((side) => {
    const found = attributePath(expressionOf(side), calculations);
    return found && found.variable === variable && found.path !== '' ? [found.path] : [];
  });
}

function fieldsText(paths: readonly string[]): string {
  return `[${paths.map((path) => JSON.stringify(path)).join(', ')}]`;
}
