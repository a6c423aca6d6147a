import { quoteName } from '../sql-text.js';
import type { ResolvedEdge, ResolvedNode, ResolvedPath } from './pattern-resolver.js';

/** The schema of every vertex and edge table. */
const SCHEMA = quoteName('main');

/**
 * The joins that mean the same as the patterns, in parentheses so that they can stand wherever a table can.
 * A vertex that is mentioned again adds a condition instead of a second table.
 */
export function writeJoins(paths: readonly ResolvedPath[]): string {
  const placed = new Set<ResolvedNode>();
  const parts: string[] = [];
  for (const { nodes, edges } of paths) {
    const [first] = nodes;
    if (first !== undefined && !placed.has(first)) {
      parts.push(`${parts.length === 0 ? '' : 'CROSS JOIN '}${tableAs(first)}`);
      placed.add(first);
    }
    for (const [index, edge] of edges.entries()) {
      const next = nodes[index + 1];
      if (next === undefined) continue;
      if (placed.has(next)) {
        parts.push(`JOIN ${tableAs(edge)} ON (${sourceFits(edge)} AND ${targetFits(edge)})`);
        continue;
      }
      placed.add(next);
      const [known, added] = next === edge.target ? [sourceFits, targetFits] : [targetFits, sourceFits];
      parts.push(`JOIN ${tableAs(edge)} ON (${known(edge)})`, `JOIN ${tableAs(next)} ON (${added(edge)})`);
    }
  }
  // DuckDB takes joins in parentheses, but not a single table.
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' ')})`;
}

/** With its schema, because a CTE of the same name would otherwise take the table's place. */
function tableAs({ table, alias }: { readonly table: string; readonly alias: string }): string {
  return `${SCHEMA}.${quoteName(table)} AS ${quoteName(alias)}`;
}

function sourceFits({ alias, source, sourceColumn }: ResolvedEdge): string {
  return `${column(alias, sourceColumn)} = ${column(source.alias, source.keyColumn)}`;
}

function targetFits({ alias, target, targetColumn }: ResolvedEdge): string {
  return `${column(alias, targetColumn)} = ${column(target.alias, target.keyColumn)}`;
}

function column(table: string, name: string): string {
  return `${quoteName(table)}.${quoteName(name)}`;
}
