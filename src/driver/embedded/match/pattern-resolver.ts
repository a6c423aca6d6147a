import type { GraphTable } from '../graph-catalog.js';
import { matchError } from './match-error.js';
import type { EdgePattern, MatchClause, NodePattern, PathPattern } from './pattern.js';

/** A vertex with its table, its name in the query and its key column. */
export interface ResolvedNode {
  readonly alias: string;
  readonly table: string;
  readonly keyColumn: string;
}

/** An edge with the vertices that its source and target columns point to. */
export interface ResolvedEdge {
  readonly alias: string;
  readonly table: string;
  readonly source: ResolvedNode;
  readonly sourceColumn: string;
  readonly target: ResolvedNode;
  readonly targetColumn: string;
}

/** A chain in the order of the text; edge `i` joins node `i` and node `i + 1`. */
export interface ResolvedPath {
  readonly nodes: readonly ResolvedNode[];
  readonly edges: readonly ResolvedEdge[];
}

interface VertexTable {
  readonly table: string;
  readonly keyColumn: string;
}
interface EdgeTable {
  readonly table: string;
  readonly sourceTable: string;
  readonly sourceColumn: string;
  readonly targetTable: string;
  readonly targetColumn: string;
}

/**
 * Gives each element of a MATCH clause its table.
 * @throws InputError for unknown labels, an edge whose ends do not fit, a variable with two meanings
 */
export function resolveMatch(sql: string, clause: MatchClause, graph: readonly GraphTable[]): ResolvedPath[] {
  return new Resolver(sql, graph).resolve(clause);
}

class Resolver {
  readonly #vertices = new Map<string, VertexTable>();
  readonly #edges = new Map<string, EdgeTable>();
  readonly #nodes = new Map<string, ResolvedNode>();
  readonly #edgeVariables = new Set<string>();

  constructor(
    private readonly sql: string,
    graph: readonly GraphTable[],
  ) {
    for (const { table, kind, sourceTable, sourceColumn, targetTable, targetColumn } of graph) {
      if (kind === 'vertex') this.#vertices.set(fold(table), { table, keyColumn: sourceColumn });
      else if (sourceTable !== undefined && targetTable !== undefined && targetColumn !== undefined) {
        this.#edges.set(fold(table), { table, sourceTable, sourceColumn, targetTable, targetColumn });
      }
    }
  }

  resolve({ paths }: MatchClause): ResolvedPath[] {
    const edges = paths.map((path) => path.edges.map((edge) => this.#edgeTable(edge)));
    // Labelled nodes first: a variable may be used before the place that gives its label.
    for (const { nodes } of paths) {
      for (const node of nodes)
        if (node.label !== undefined) this.#declare(node, this.#vertexTable(node.label, node.at));
    }
    return paths.map((path, index) => this.#path(path, edges[index] ?? []));
  }

  #path(path: PathPattern, tables: readonly EdgeTable[]): ResolvedPath {
    const nodes = path.nodes.map((node, index) => this.#node(node, path, tables, index));
    const edges = path.edges.map((edge, index) => {
      const [table, left, right] = [tables[index], nodes[index], nodes[index + 1]];
      if (table === undefined || left === undefined || right === undefined)
        throw new RangeError('a chain has a gap');
      const [source, target] = edge.direction === 'right' ? [left, right] : [right, left];
      this.#checkEnds(edge, table, source, target);
      const { sourceColumn, targetColumn } = table;
      return { alias: this.#edgeAlias(edge), table: table.table, source, sourceColumn, target, targetColumn };
    });
    return { nodes, edges };
  }

  #node(node: NodePattern, path: PathPattern, tables: readonly EdgeTable[], index: number): ResolvedNode {
    const known = node.variable === undefined ? undefined : this.#nodes.get(fold(node.variable));
    if (known !== undefined) return known;
    const label = node.label ?? labelFromEdge(path, tables, index);
    if (label === undefined) {
      throw matchError(
        this.sql,
        node.at,
        `the vertex ${node.variable ?? '()'} needs a label, such as (p:product)`,
      );
    }
    return this.#declare(node, this.#vertexTable(label, node.at));
  }

  #declare(node: NodePattern, { table, keyColumn }: VertexTable): ResolvedNode {
    const known = node.variable === undefined ? undefined : this.#nodes.get(fold(node.variable));
    if (known !== undefined && known.table !== table) {
      const labels = `${known.table} and ${table}`;
      throw matchError(this.sql, node.at, `the variable ${node.variable} has two labels, ${labels}`);
    }
    if (known !== undefined) return known;
    const resolved = { alias: node.variable ?? anonymous(node.at), table, keyColumn };
    this.#nodes.set(fold(resolved.alias), resolved);
    return resolved;
  }

  #edgeAlias({ variable, at }: EdgePattern): string {
    if (variable === undefined) return anonymous(at);
    const folded = fold(variable);
    if (this.#edgeVariables.has(folded) || this.#nodes.has(folded)) {
      throw matchError(this.sql, at, `the variable ${variable} of an edge is used twice`);
    }
    this.#edgeVariables.add(folded);
    return variable;
  }

  #vertexTable(label: string, at: number): VertexTable {
    const table = this.#vertices.get(fold(label));
    if (table !== undefined) return table;
    throw matchError(
      this.sql,
      at,
      `${label} is not a vertex table; there ${listed([...this.#vertices.values()])}`,
    );
  }

  #edgeTable({ label, at }: EdgePattern): EdgeTable {
    const table = this.#edges.get(fold(label));
    if (table !== undefined) return table;
    throw matchError(
      this.sql,
      at,
      `${label} is not an edge table; there ${listed([...this.#edges.values()])}`,
    );
  }

  #checkEnds({ at }: EdgePattern, table: EdgeTable, source: ResolvedNode, target: ResolvedNode): void {
    if (fold(source.table) === fold(table.sourceTable) && fold(target.table) === fold(table.targetTable))
      return;
    const defined = `${table.table} leads from ${table.sourceTable} to ${table.targetTable}`;
    throw matchError(this.sql, at, `${defined}, not from ${source.table} to ${target.table}`);
  }
}

/** The label that a neighbouring edge's definition gives to a vertex without one. */
function labelFromEdge(path: PathPattern, tables: readonly EdgeTable[], index: number): string | undefined {
  const [before, after] = [path.edges[index - 1], path.edges[index]];
  const [tableBefore, tableAfter] = [tables[index - 1], tables[index]];
  if (after !== undefined)
    return after.direction === 'right' ? tableAfter?.sourceTable : tableAfter?.targetTable;
  if (before !== undefined)
    return before.direction === 'right' ? tableBefore?.targetTable : tableBefore?.sourceTable;
  return undefined;
}

/** A name that no other element of the statement has: the place where it stands. */
function anonymous(at: number): string {
  return `__match_${at}`;
}

function fold(name: string): string {
  return name.toLowerCase();
}

function listed(tables: readonly { readonly table: string }[]): string {
  return tables.length === 0 ? 'are none' : `are ${tables.map(({ table }) => table).join(', ')}`;
}
