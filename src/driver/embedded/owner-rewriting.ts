import { identifierOf, isSymbol } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

/** The owner of everything in the embedded engine, as schema descriptions print it. */
const OWNER = 'DBA';

/**
 * Leaves out the owner of `DBA.product`, so that a name can be used as a schema description shows it: DuckDB has no
 * schema of that name. A statement that uses `dba` in any other way (as an alias, say) is left as it is.
 */
export function ownerRewrites({ sql, significant }: ParsedSql): Rewrite[] {
  const rewrites: Rewrite[] = [];
  for (const [index, token] of significant.entries()) {
    if (identifierOf(sql, token)?.toUpperCase() !== OWNER) continue;
    const dot = significant[index + 1];
    const isOwner =
      dot !== undefined &&
      isSymbol(sql, dot, '.') &&
      !isSymbol(sql, significant[index - 1], '.') &&
      identifierOf(sql, significant[index + 2]) !== undefined;
    if (!isOwner) return [];
    rewrites.push({ start: token.start, end: dot.end, text: '' });
  }
  return rewrites;
}

/** Names of a dotted path without the owner. */
export function withoutOwner(names: readonly string[]): readonly string[] {
  return names.length > 1 && names[0]?.toUpperCase() === OWNER ? names.slice(1) : names;
}
