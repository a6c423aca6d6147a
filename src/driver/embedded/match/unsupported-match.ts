import { identifierOf, isSymbol, keywordOf } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';
import { edgeBracketAt } from './edge-bracket.js';
import { matchError } from './match-error.js';
import { isEdgeBracket, isLabelColon, startsPattern } from './pattern-start.js';

/** Words of other pattern languages between MATCH and the pattern. */
const MODIFIERS: ReadonlySet<string> = new Set(
  'ALL ANY SHORTEST WALK TRAIL SIMPLE ACYCLIC PATH PATHS GROUP GROUPS DIFFERENT REPEATABLE ELEMENT ELEMENTS EDGES'.split(
    ' ',
  ),
);

/**
 * Refuses patterns that would reach DuckDB as they are, where it reads them as something else or not at all.
 * @param supported indexes of the words MATCH that are written as joins
 * @param clauses what `clausesOf` gave
 * @throws InputError with the place
 */
export function refuseUnsupportedMatch(
  parsed: ParsedSql,
  supported: readonly number[],
  clauses: readonly string[],
): void {
  const { sql, significant } = parsed;
  const known = new Set(supported);
  significant.forEach((token, index) => {
    const problem = known.has(index)
      ? problemOfSupported(parsed, index)
      : (problemOfWord(parsed, index, clauses[index]) ?? problemOfArrow(parsed, index, clauses[index]));
    if (problem !== undefined) throw matchError(sql, token.start, problem);
  });
}

function problemOfSupported({ sql, significant }: ParsedSql, index: number): string | undefined {
  const deletes = keywordOf(sql, significant[index - 2]) === 'DELETE';
  return deletes ? 'rows of a pattern cannot be deleted' : undefined;
}

function problemOfWord(parsed: ParsedSql, index: number, clause: string | undefined): string | undefined {
  const { sql, significant } = parsed;
  if (keywordOf(sql, significant[index]) !== 'MATCH' || isSymbol(sql, significant[index - 1], '.'))
    return undefined;
  if (startsPattern(parsed, index + 1)) {
    return keywordOf(sql, significant[index - 1]) === 'OPTIONAL'
      ? 'OPTIONAL MATCH is not supported'
      : 'a pattern stands directly behind FROM, JOIN or a comma of FROM, without parentheses around MATCH';
  }
  const words = modifiersBehind(parsed, index);
  if (words.length > 0 && startsPattern(parsed, index + 1 + words.length)) {
    return `MATCH ${words.join(' ')} is not supported`;
  }
  if (clause !== 'FROM') return undefined;
  const named = identifierOf(sql, significant[index + 1]) !== undefined;
  if (named && isSymbol(sql, significant[index + 2], '=')) return 'a variable for a path is not supported';
  const isBareVertex = isLabelColon(parsed, index + (named ? 2 : 1));
  return isBareVertex ? 'a vertex is written in parentheses, such as (p:product)' : undefined;
}

function modifiersBehind({ sql, significant }: ParsedSql, index: number): string[] {
  const words: string[] = [];
  for (let at = index + 1; MODIFIERS.has(keywordOf(sql, significant[at])); at += 1)
    words.push(keywordOf(sql, significant[at]));
  return words;
}

/** `(p)-[:part_of]->(c)` as a condition. */
function problemOfArrow(parsed: ParsedSql, index: number, clause: string | undefined): string | undefined {
  const { sql, significant } = parsed;
  // A pattern that FROM takes is read, and refused, by the parser of patterns.
  if (clause === 'FROM' || !isSymbol(sql, significant[index], ')')) return undefined;
  const dash = index + (isSymbol(sql, significant[index + 1], '<') ? 2 : 1);
  if (!isSymbol(sql, significant[dash], '-') || !isEdgeBracket(parsed, dash + 1)) return undefined;
  const bracket = edgeBracketAt(parsed, dash + 1);
  if (bracket === undefined || 'problem' in bracket) return undefined;
  const { next } = bracket;
  const end = next + (isSymbol(sql, significant[next + 1], '>') ? 1 : 0);
  const isArrow = isSymbol(sql, significant[next], '-') && isSymbol(sql, significant[end + 1], '(');
  return isArrow ? 'a pattern as a condition is not supported' : undefined;
}
