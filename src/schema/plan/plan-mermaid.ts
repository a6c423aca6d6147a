import type { PlanNode, QueryPlan } from '../../driver/model/plan-tree.js';
import { shortened } from '../../text/cut-text.js';

const LONGEST_LINE = 80;

/** The plan as a mermaid flowchart: data flows from the scans up to the result of each query part. */
export function printPlanMermaid(plan: QueryPlan): string {
  const lines = ['flowchart BT'];
  let count = 0;
  const draw = (node: PlanNode): string => {
    const id = `n${count++}`;
    lines.push(`  ${id}["${nodeLabel(node)}"]`);
    for (const child of node.children) {
      const childId = draw(child);
      lines.push(
        child.role === undefined ? `  ${childId} --> ${id}` : `  ${childId} -->|${child.role}| ${id}`,
      );
    }
    return id;
  };
  for (const [position, block] of plan.blocks.entries()) {
    const isGrouped = plan.blocks.length > 1;
    if (isGrouped) {
      lines.push(
        `  subgraph part${position + 1}["${block.title ?? `part ${position + 1}`}"]`,
        '    direction BT',
      );
    }
    block.roots.forEach(draw);
    if (isGrouped) lines.push('  end');
  }
  return lines.join('\n');
}

function nodeLabel(node: PlanNode): string {
  const where = [node.table, node.index === undefined ? undefined : `index ${node.index}`].filter(Boolean);
  const numbers = [
    ...(node.cost === undefined ? [] : [`cost ${node.cost}`]),
    ...(node.rows === undefined ? [] : [`about ${node.rows} rows`]),
  ];
  const lines = [
    node.operation,
    where.join(', '),
    ...node.predicates.map(({ text }) => text),
    numbers.join(', '),
  ].filter((line) => line !== '');
  return lines.map(escapeLine).join('<br/>');
}

/** Mermaid reads labels as HTML: entities for what has a meaning there. */
function escapeLine(text: string): string {
  const short = shortened(text, LONGEST_LINE);
  return short
    .replace(/\s+/g, ' ')
    .replace(/[&<>"#`\\[\]{}|;]/g, (character) => `#${character.codePointAt(0)};`);
}
