import {
  attributePath,
  calculationsOf,
  expressionOf,
  idOf,
  MAX_DEPTH,
  type Calculations,
} from './plan-expressions.js';
import type { QueryPlan } from './query-plan.js';

/** Attribute paths such as `a.b` that a plan reads of the documents of each collection. */
export function usedAttributes({ nodes = [] }: QueryPlan): ReadonlyMap<string, ReadonlySet<string>> {
  const calculations = calculationsOf(nodes);
  const collections = new Map<number, string>();
  const used = new Map<string, Set<string>>();
  const add = (collection: string | undefined, path: string): void => {
    if (collection === undefined || path === '') return;
    used.set(collection, (used.get(collection) ?? new Set()).add(path));
  };
  for (const { collection, outVariable, projections, filterProjections } of nodes) {
    if (collection === undefined) continue;
    collections.set(idOf(outVariable), collection);
    for (const path of [...projectedPaths(projections), ...projectedPaths(filterProjections)])
      add(collection, path);
  }
  for (const node of nodes) {
    for (const { variable, path } of accessesIn(node, calculations)) add(collections.get(variable), path);
  }
  return used;
}

/** What the optimizer reads of a document in place of all of it. */
function projectedPaths(projections: unknown): readonly string[] {
  if (!Array.isArray(projections)) return [];
  return projections.flatMap((each: { readonly path?: unknown } | null) =>
    Array.isArray(each?.path) ? [each.path.join('.')] : [],
  );
}

function accessesIn(
  value: unknown,
  calculations: Calculations,
  depth = 0,
): readonly { readonly variable: number; readonly path: string }[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  const found = attributePath(expressionOf(value), calculations);
  if (found) return found.path === '' ? [] : [found];
  return Object.values(value).flatMap((inner) => accessesIn(inner, calculations, depth + 1));
}
