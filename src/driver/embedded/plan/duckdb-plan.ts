import { readPlanBoxes, type PlanBox } from './duckdb-plan-boxes.js';
import type { PlanBlock, PlanNode, PlanPredicate } from '../../model/plan-tree.js';

const JOIN_CONDITIONS = new Set(['Conditions', 'Condition']);

/** Reads DuckDB's plan, drawn as boxes or as JSON (`EXPLAIN (FORMAT json)`). */
export function parseDuckDbPlan(raw: string): readonly PlanBlock[] {
  const text = raw.trim();
  const roots = text.startsWith('[') ? jsonRoots(text) : readPlanBoxes(raw).map(boxNode);
  return roots.length === 0 ? [] : [{ roots, tables: [] }];
}

function jsonRoots(text: string): readonly PlanNode[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(jsonNode) : [];
}

function jsonNode(value: unknown): PlanNode {
  const node = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const info = Object.entries((node['extra_info'] ?? {}) as Record<string, unknown>).map(
    ([name, fact]) => [name, Array.isArray(fact) ? fact.map(String) : [String(fact)]] as const,
  );
  const children = Array.isArray(node['children']) ? node['children'].map(jsonNode) : [];
  return toNode(String(node['name'] ?? ''), new Map(info), children);
}

/** A name, then facts as `Name: value`, or `Name:` and one value per line, up to an empty line. */
function boxNode(box: PlanBox): PlanNode {
  const [operation = '', ...rest] = box.lines.filter((line) => !/^─+$/.test(line));
  const facts = new Map<string, string[]>();
  let current: string[] | undefined;
  let isList = false;
  for (const line of rest) {
    const estimate = /^~([\d,]+) rows?$/.exec(line);
    const fact = /^([A-Z][A-Za-z ]*):(?:\s+(.*))?$/.exec(line);
    if (line === '') [current, isList] = [undefined, false];
    else if (estimate) facts.set('Estimated Cardinality', [estimate[1]?.replaceAll(',', '') ?? '']);
    else if (fact?.[1] !== undefined && !isList) {
      isList = fact[2] === undefined;
      current = fact[2] === undefined ? [] : [fact[2]];
      facts.set(fact[1], current);
    } else if (current) current.push(line);
    else facts.set('Expressions', [...(facts.get('Expressions') ?? []), line]);
  }
  return toNode(operation, facts, box.children.map(boxNode));
}

function toNode(
  operation: string,
  info: ReadonlyMap<string, readonly string[]>,
  children: readonly PlanNode[],
): PlanNode {
  const table = info.get('Table')?.join('');
  const rows = info.get('Estimated Cardinality')?.[0];
  const index = info.get('Index')?.join('');
  const isIndexScan = info.get('Type')?.join(' ') === 'Index Scan';
  const predicates = [...info].flatMap(([name, values]): PlanPredicate[] => {
    if (JOIN_CONDITIONS.has(name)) return values.map((text) => ({ kind: 'join', text }));
    if (name === 'Filters') return readFilters(values, isIndexScan ? 'index' : 'filter');
    return operation === 'FILTER' && name === 'Expression'
      ? values.map((text) => ({ kind: 'filter', text }))
      : [];
  });
  const known = new Set(['Table', 'Estimated Cardinality', 'Index', 'Filters', ...JOIN_CONDITIONS]);
  return {
    operation,
    ...(table === undefined ? {} : { table: table.replace(/^.*\.main\./, '') }),
    ...(index === undefined ? {} : { index }),
    ...(rows === undefined || !/^\d+$/.test(rows) ? {} : { rows: Number(rows) }),
    predicates,
    facts: Object.fromEntries(
      [...info].filter(([name]) => !known.has(name)).map(([name, values]) => [name, values.join(', ')]),
    ),
    children,
  };
}

/** `optional:` conditions are hints DuckDB makes while running; they are not part of the query. */
function readFilters(values: readonly string[], kind: PlanPredicate['kind']): PlanPredicate[] {
  const optional = values.findIndex((text) => text.startsWith('optional:'));
  return (optional < 0 ? values : values.slice(0, optional)).map((text) => ({ kind, text }));
}
