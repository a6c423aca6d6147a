import {
  planNodes,
  type PlanBlock,
  type PlanNode,
  type PlanOperations,
} from '../../driver/model/plan-tree.js';

/**
 * What stands out in a plan: tables read whole, conditions no index serves, missing statistics, cross products.
 * Sentences say what the plan does; they never tell the reader to run anything.
 */
export function observePlan(
  blocks: readonly PlanBlock[],
  engine: string,
  operations: PlanOperations,
): readonly string[] {
  const rows = new Map(
    blocks.flatMap((block) => block.tables.map((table) => [withoutOwner(table.name), table.rows] as const)),
  );
  const nodes = planNodes({ blocks });
  const sentences = [
    ...nodes
      .filter(
        (node) =>
          operations.fullScans.has(node.operation) &&
          node.table !== undefined &&
          node.facts['source'] !== 'CTE',
      )
      .flatMap((node) =>
        scanFacts(node, rows, operations.decidedLate.has(node.operation) ? engine : undefined),
      ),
    ...nodes
      .filter((node) => operations.crossProducts.has(node.operation))
      .map((node) => `${node.operation} combines every row of its inputs with every other.`),
    ...[...rows]
      .filter(([, count]) => count === 0)
      .map(
        ([name]) =>
          `The statistics of ${name} show no rows: it is empty, or they were never updated, and then estimates for it are guesses.`,
      ),
  ];
  return [...new Set(sentences)];
}

/** @param decidesLate the engine, when it decides only at the run whether an index serves */
function scanFacts(
  node: PlanNode,
  rows: ReadonlyMap<string, number>,
  decidesLate: string | undefined,
): string[] {
  const table = node.table ?? '';
  const filters = node.predicates.filter((predicate) => predicate.kind === 'filter').map(({ text }) => text);
  const condition = filters.join(' AND ');
  if (decidesLate !== undefined && filters.length > 0) {
    return [
      `${table} is scanned with the condition ${condition}; whether an index serves it, ${decidesLate} decides only when the query runs.`,
    ];
  }
  const known = rows.get(withoutOwner(table));
  const size = known === undefined || known === 0 ? '' : ` (${known} rows by the statistics)`;
  return [
    `${table} is read whole${size}.`,
    ...(filters.length === 0 ? [] : [`No index serves the condition ${condition} on ${table}.`]),
  ];
}

function withoutOwner(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
