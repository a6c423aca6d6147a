import type { PlanNode, PlanPredicate } from '../../model/plan-tree.js';

/** A step while its lines are still being read. */
interface OpenNode {
  readonly column: number;
  readonly operation: string;
  readonly role?: string;
  readonly facts: Map<string, string>;
  readonly children: OpenNode[];
}

/** Labels that introduce another step; `edge:` of a `follow` may also name a term (engine-behaviour §7). */
const ROLE = /^(outer|inner|subplan|head|edge):\s*(?!(?:term|node)\[)(?=\S)/;
const FACT = /^([a-z][a-z ]*):\s*(.*)$/i;
const CTE = /^simple CTE:\s*(\S+)/;

/** Reads the indented lines between `Query plan:` and `Query stmt:`: a tree by indentation. */
export function parseCubridTree(
  lines: readonly string[],
  terms: ReadonlyMap<string, string>,
): readonly PlanNode[] {
  const roots: OpenNode[] = [];
  const open: OpenNode[] = [];
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    const text = line.trim();
    if (text === '') continue;
    while ((open.at(-1)?.column ?? -1) >= indent) open.pop();
    const parent = open.at(-1);
    const role = ROLE.exec(text);
    const cte = CTE.exec(text);
    if (cte && parent) parent.facts.set('class', cte[1] ?? '').set('source', 'CTE');
    else if (!role && parent && FACT.test(text)) {
      const fact = FACT.exec(text);
      parent.facts.set(fact?.[1] ?? '', fact?.[2] ?? '');
    } else {
      const node: OpenNode = {
        column: indent + (role?.[0].length ?? 0),
        operation: text.slice(role?.[0].length ?? 0),
        ...(role?.[1] === undefined ? {} : { role: role[1] }),
        facts: new Map(),
        children: [],
      };
      (parent?.children ?? roots).push(node);
      open.push(node);
    }
  }
  return roots.map((root) => toNode(root, terms));
}

function toNode(node: OpenNode, terms: ReadonlyMap<string, string>): PlanNode {
  const { class: table, index, cost, sargs, filtr, edge, ...facts } = Object.fromEntries(node.facts);
  const numbers = /^(\d+)\s+card\s+(\d+)/.exec(cost ?? '');
  const indexName = /^(\S+)/.exec(index ?? '')?.[1];
  return {
    operation: node.operation,
    ...(node.role === undefined ? {} : { role: node.role }),
    ...(table === undefined ? {} : { table: table.replace(/\s+node\[\d+\].*$/, '') }),
    ...(indexName === undefined ? {} : { index: indexName }),
    ...(index?.includes('(covers)') ? { covering: true as const } : {}),
    ...(numbers ? { cost: Number(numbers[1]), rows: Number(numbers[2]) } : {}),
    predicates: [
      ...predicates('index', index, terms),
      ...predicates('filter', sargs, terms),
      ...predicates('filter', filtr, terms),
      ...predicates('join', edge, terms),
    ],
    facts: numbers || cost === undefined ? facts : { ...facts, cost },
    children: node.children.map((child) => toNode(child, terms)),
  };
}

/** Replaces `term[0]` by the condition it stands for. */
function predicates(
  kind: PlanPredicate['kind'],
  text: string | undefined,
  terms: ReadonlyMap<string, string>,
): readonly PlanPredicate[] {
  return [...(text ?? '').matchAll(/term\[\d+\]/g)].map(([term]) => ({
    kind,
    text: terms.get(term) ?? term,
  }));
}
