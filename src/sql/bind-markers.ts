import { findForeignMarker, type ForeignMarker } from './foreign-marker.js';
import type { StatementToken, StatementTokens } from './statement-tokens.js';

/** Places of a statement that take a value, as UTF-16 offsets in it. */
export interface BindMarkers {
  /** `?` and `?:n`, in the order of the text: each takes one of the call's parameters. */
  readonly positional: readonly number[];
  /** `:name`: the engine knows the form but a call cannot give it a value; it fails with -494. */
  readonly named: readonly { readonly name: string; readonly offset: number }[];
  /** What others write for `?`, in a statement that has none. */
  readonly foreign?: ForeignMarker;
}

/** A MATCH behind these begins patterns, also ones that the engine will refuse. */
const BEFORE_MATCH: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'OPTIONAL']);

/**
 * The bind markers of one statement. The broker's own count is not to be trusted: it also counts question marks
 * in `[…]`, `` `…` `` and quoted names (engine-behaviour, "The broker's own scan for `?`").
 * In a statement with MATCH, `:name` behind a name or an opening parenthesis is a label and no marker; nor is one
 * `x::type`, which DuckDB takes for a cast and CoraDB for a syntax error, or the colon behind a key, as in `{'k':v}`.
 */
export function markersOf(sql: string, tokens: StatementTokens): BindMarkers {
  let openBraces = 0;
  const isPattern = tokens.some(
    ({ keyword }, at) =>
      keyword === 'MATCH' &&
      (tokens[at + 1]?.symbol === '(' || BEFORE_MATCH.has(tokens[at - 1]?.keyword ?? '')),
  );
  const positional: number[] = [];
  const named: { name: string; offset: number }[] = [];
  tokens.forEach((token, at) => {
    if (token.symbol === '{') openBraces += 1;
    else if (token.symbol === '}') openBraces -= 1;
    if (token.kind === 'bindMarker') positional.push(tokens.startOf(at));
    const following = tokens[at + 1];
    if (token.symbol !== ':' || following?.name === undefined) return;
    const previous = tokens[at - 1];
    const isLabel = isPattern && (previous?.name !== undefined || previous?.symbol === '(');
    const isCast = previous?.symbol === ':' && tokens.endOf(at - 1) === tokens.startOf(at);
    const isKey = previous?.kind === 'string' || (openBraces > 0 && endsAnOperand(previous));
    if (!isLabel && !isCast && !isKey) {
      named.push({
        name: sql.slice(tokens.startOf(at + 1), tokens.endOf(at + 1)),
        offset: tokens.startOf(at),
      });
    }
  });
  const foreign = positional.length === 0 && named.length === 0 ? findForeignMarker(sql, tokens) : undefined;
  return { positional, named, ...(foreign && { foreign }) };
}

function endsAnOperand(token: StatementToken | undefined): boolean {
  if (token === undefined) return false;
  return token.symbol === undefined || token.symbol === ')' || token.symbol === '}';
}
