import { planNodes, type PlanBlock, type PlanNode } from '../../driver/model/plan-tree.js';

/** Operations that read every row of a table. */
const FULL_SCANS: ReadonlySet<string> = new Set(['sscan', 'SEQ_SCAN', 'TABLE_SCAN']);
/** DuckDB's plan says sequential scan also where the scan then goes through an index. */
const LATE_DECISION = 'SEQ_SCAN';
const CROSS_PRODUCTS: ReadonlySet<string> = new Set(['CROSS_PRODUCT', 'nl-join (cross join)']);

/**
 * What stands out in a plan: tables read whole, conditions no index serves, missing statistics, cross products.
 * Sentences say what the plan does; they never tell the reader to run anything.
 */
export function observePlan(blocks: readonly PlanBlock[]): readonly string[] {
  const rows = new Map(
    blocks.flatMap((block) => block.tables.map((table) => [withoutOwner(table.name), table.rows] as const)),
  );
  const nodes = planNodes({ blocks });
  const sentences = [
    ...nodes
      .filter(
        (node) =>
          FULL_SCANS.has(node.operation) && node.table !== undefined && node.facts['source'] !== 'CTE',
      )
      .flatMap((node) => scanFacts(node, rows)),
    ...nodes
      .filter((node) => CROSS_PRODUCTS.has(node.operation))
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

function scanFacts(node: PlanNode, rows: ReadonlyMap<string, number>): string[] {
  const table = node.table ?? '';
  const filters = node.predicates.filter((predicate) => predicate.kind === 'filter').map(({ text }) => text);
  const condition = filters.join(' AND ');
  if (node.operation === LATE_DECISION && filters.length > 0) {
    return [
      `${table} is scanned with the condition ${condition}; whether an index serves it, DuckDB decides only when the query runs.`,
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
