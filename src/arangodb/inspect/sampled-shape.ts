/** Deepest attribute path described; below it only the type of the value is. */
const MAX_DEPTH = 6;
/** Most attribute paths described. */
const MAX_PATHS = 500;

/** What a sample shows about one attribute path. A sample: other documents may differ. */
export interface SampledPath {
  /** Attribute names joined by dots; `[]` stands for the elements of an array. */
  readonly path: string;
  /** In how many of the sampled documents the path exists, as in "7 of 10 sampled documents". */
  readonly seenIn: string;
  /** In how many sampled documents a value of each type was seen. */
  readonly types: Readonly<Record<string, number>>;
}

export interface SampledShape {
  readonly paths: readonly SampledPath[];
  /** Paths found beyond the most that are described. */
  readonly pathsLeftOut: number;
}

/** Collects per attribute path the types seen and in how many of the sampled documents. */
export function sampledShape(documents: readonly unknown[]): SampledShape {
  const seen = new Map<string, { documents: number; types: Map<string, number> }>();
  for (const document of documents) {
    const typesByPath = new Map<string, Set<string>>();
    collect(document, '', 0, typesByPath);
    for (const [path, types] of typesByPath) {
      const entry = seen.get(path) ?? { documents: 0, types: new Map<string, number>() };
      entry.documents++;
      for (const type of types) entry.types.set(type, (entry.types.get(type) ?? 0) + 1);
      seen.set(path, entry);
    }
  }
  const paths = [...seen].slice(0, MAX_PATHS).map(([path, entry]) => ({
    path,
    seenIn: `${entry.documents} of ${documents.length} sampled documents`,
    types: Object.fromEntries(entry.types),
  }));
  return { paths, pathsLeftOut: seen.size - paths.length };
}

function collect(value: unknown, path: string, depth: number, found: Map<string, Set<string>>): void {
  if (path !== '') found.set(path, (found.get(path) ?? new Set()).add(typeOf(value)));
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) collect(element, `${path}[]`, depth + 1, found);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, path === '' ? name : `${path}.${name}`, depth + 1, found);
  }
}

/** The type in AQL's words. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'object':
      return 'object';
    default:
      return typeof value;
  }
}
