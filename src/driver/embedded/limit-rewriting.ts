import type { Token } from '../../sql/token.js';
import { isSymbol, keywordOf, tokenText } from './sql-text.js';
import type { ParsedSql, Rewrite } from './sql-translation.js';

const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/']);

/** Indexes of the tokens around `LIMIT start, count`. */
interface LimitPair {
  readonly start: number;
  readonly comma: number;
  /** Of the token behind. */
  readonly end: number;
}

/**
 * `LIMIT start, count` of numbers, bind markers and sums of them as `LIMIT count OFFSET start`, the only form that
 * DuckDB knows. Bind markers change their order with that, so all of the statement get numbers.
 */
export function limitRewrites(parsed: ParsedSql): Rewrite[] {
  const { significant } = parsed;
  const pairs = significant.flatMap((_, index) => pairBehind(parsed, index) ?? []);
  const markers = significant.filter(({ kind }) => kind === 'bindMarker');
  const isMoved = pairs.some(({ start, end }) =>
    significant.slice(start, end).some(({ kind }) => kind === 'bindMarker'),
  );
  const numbers = new Map(isMoved ? markers.map((token, index) => [token, `$${index + 1}`]) : []);
  const limits = pairs.map((pair) => rewriteOf(parsed, pair, numbers));
  const inLimits = new Set(pairs.flatMap(({ start, end }) => significant.slice(start, end)));
  const others = [...numbers]
    .filter(([token]) => !inLimits.has(token))
    .map(([{ start, end }, text]) => ({ start, end, text }));
  return [...limits, ...others];
}

function pairBehind(parsed: ParsedSql, limit: number): LimitPair | undefined {
  const { sql, significant } = parsed;
  if (keywordOf(sql, significant[limit]) !== 'LIMIT' || isSymbol(sql, significant[limit - 1], '.'))
    return undefined;
  const start = limit + 1;
  const comma = endOfSum(parsed, start);
  if (comma === start || !isSymbol(sql, significant[comma], ',')) return undefined;
  const end = endOfSum(parsed, comma + 1);
  return end === comma + 1 ? undefined : { start, comma, end };
}

/** The first token that is no part of a sum of numbers and bind markers. */
function endOfSum({ sql, significant }: ParsedSql, from: number): number {
  let depth = 0;
  for (let at = from; ; at += 1) {
    const token = significant[at];
    if (isSymbol(sql, token, '(')) depth += 1;
    else if (isSymbol(sql, token, ')') && depth > 0) depth -= 1;
    else if (!isPartOfSum(sql, token)) return at;
  }
}

function isPartOfSum(sql: string, token: Token | undefined): boolean {
  if (token?.kind === 'number' || token?.kind === 'bindMarker') return true;
  return token?.kind === 'symbol' && OPERATORS.has(tokenText(sql, token));
}

function rewriteOf(
  { sql, significant }: ParsedSql,
  { start, comma, end }: LimitPair,
  numbers: ReadonlyMap<Token, string>,
): Rewrite {
  const written = (from: number, to: number): string =>
    significant
      .slice(from, to)
      .map((token) => numbers.get(token) ?? tokenText(sql, token))
      .join(' ');
  return {
    start: significant[start]?.start ?? 0,
    end: significant[end - 1]?.end ?? 0,
    text: `${written(comma + 1, end)} OFFSET ${written(start, comma)}`,
  };
}
