import type { ColumnDefault } from '../../model/column-model.js';

const CORADB_NAMES: ReadonlyMap<string, string> = new Map([
  ['SMALLINT', 'SHORT'],
  ['TIMESTAMP', 'DATETIME'],
  ['TIMESTAMP_MS', 'DATETIME'],
  ['TIMESTAMP_S', 'TIMESTAMP'],
  ['TIMESTAMP WITH TIME ZONE', 'DATETIMELTZ'],
]);

/** A DuckDB type as a CoraDB CREATE statement would write it; types CoraDB lacks stay as DuckDB names them. */
export function coradbTypeName(duckdbType: string): string {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(duckdbType);
  if (decimal) return `NUMERIC(${decimal[1]},${decimal[2]})`;
  return CORADB_NAMES.get(duckdbType) ?? duckdbType;
}

/** The members of a DuckDB `ENUM('a', 'it''s')`; undefined for other types. */
export function enumMembers(duckdbType: string): readonly string[] | undefined {
  if (!duckdbType.startsWith('ENUM(')) return undefined;
  return [...duckdbType.matchAll(/'((?:[^']|'')*)'/g)].map((match) => (match[1] ?? '').replaceAll("''", "'"));
}

/** Name of the sequence of a `nextval('…')` default. */
export function sequenceOfDefault(text: string): string | undefined {
  const match = /^nextval\('((?:[^']|'')+)'\)$/i.exec(text.trim());
  const name = match?.[1]?.replaceAll("''", "'");
  return name?.slice(name.lastIndexOf('.') + 1).replaceAll('"', '');
}

/** A DuckDB default expression; the catalog prints constants as SQL literals. */
export function parseDefault(text: string): ColumnDefault {
  const constant =
    /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?|'(?:[^']|'')*'|true|false|null|CAST\('(?:[^']|'')*' AS [^()]+(?:\([\d,]+\))?\))$/i;
  return { sql: text, kind: constant.test(text.trim()) ? 'literal' : 'expression' };
}
