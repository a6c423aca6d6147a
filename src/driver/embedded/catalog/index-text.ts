import type { KeyPart } from '../../model/key-model.js';

/**
 * Key parts of a DuckDB `CREATE INDEX i ON t(a, (lower("b")));` as `duckdb_indexes().sql` prints it.
 * DuckDB keeps no direction.
 */
export function parseIndexParts(sql: string): readonly KeyPart[] {
  const open = sql.indexOf('(', sql.search(/\sON\s/i));
  const close = sql.lastIndexOf(')');
  if (open < 0 || close < open) return [];
  return splitTopLevel(sql.slice(open + 1, close)).map(toPart);
}

function toPart(text: string): KeyPart {
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)) return { column: text };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { column: text.slice(1, -1).replaceAll('""', '"') };
  return { expression: text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text };
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
