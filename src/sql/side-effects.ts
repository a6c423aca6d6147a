import type { StatementToken, StatementTokens } from './statement-tokens.js';
import { isRemoteMark } from './remote-table.js';
import type { EffectClause, SideEffectKind, SqlRules } from './sql-rules.js';
import { hasWordsAt } from './statement-verb.js';

export interface SideEffect {
  readonly kind: SideEffectKind;
  /** How a message names it: `INCR(…)`, `NEXT_VALUE`, `FOR UPDATE`, … */
  readonly construct: string;
  /** UTF-16 offset in the statement. */
  readonly offset: number;
  /** Index of the token that names it. */
  readonly at: number;
}

/** All side effects that the text of one statement shows, in the order of the text. */
export function findSideEffects(tokens: StatementTokens, rules: EffectRules): SideEffect[] {
  const clauses = clausesByWord(rules.clauses);
  const found: SideEffect[] = [];
  tokens.forEach((token, at) => {
    const effect = sideEffectAt(tokens, at, token, rules) ?? clauseAt(tokens, at, clauses);
    if (effect !== undefined) found.push({ ...effect, offset: tokens.startOf(at), at });
  });
  return found;
}

type EffectRules = Pick<SqlRules, 'calls' | 'serialSteps' | 'clauses'>;
type Named = Pick<SideEffect, 'kind' | 'construct'>;

function sideEffectAt(
  tokens: StatementTokens,
  at: number,
  token: StatementToken,
  { calls, serialSteps }: EffectRules,
): Named | undefined {
  if (token.symbol === '@') {
    return isRemoteMark(tokens, at) ? { kind: 'remote', construct: 'table@server' } : undefined;
  }
  const { name } = token;
  if (name === undefined) return undefined;
  const called = calls.get(name);
  if (called !== undefined && isCall(tokens, at, called)) return { kind: called, construct: `${name}(…)` };
  if (token.isPart && serialSteps.has(name)) return { kind: 'serial', construct: name };
  return undefined;
}

/** By their first word, for a look at each token that costs nothing. */
function clausesByWord(clauses: readonly EffectClause[]): ReadonlyMap<string, readonly EffectClause[]> {
  const byWord = new Map<string, EffectClause[]>();
  for (const clause of clauses) {
    const [first = ''] = clause.words;
    byWord.set(first, [...(byWord.get(first) ?? []), clause]);
  }
  return byWord;
}

/** The words of these clauses cannot be quoted. */
function clauseAt(
  tokens: StatementTokens,
  at: number,
  clauses: ReadonlyMap<string, readonly EffectClause[]>,
): Named | undefined {
  const clause = clauses
    .get(tokens[at]?.keyword ?? '')
    ?.find(
      ({ words, verb }) =>
        hasWordsAt(tokens, at, words) && (verb === undefined || tokens[0]?.keyword === verb),
    );
  return clause && { kind: clause.kind, construct: clause.construct ?? clause.words.join(' ') };
}

/**
 * A name with an opening parenthesis behind it, unless it is being given to something: `… AS incr (a, b)` and
 * `WITH incr (a) AS (…)` name columns.
 */
function isCall(tokens: readonly StatementToken[], at: number, kind: SideEffectKind): boolean {
  if (tokens[at + 1]?.symbol !== '(') return false;
  // Nobody names columns after these functions, so that they need no exception.
  if (kind === 'serverFile') return true;
  const before = tokens[at - 1]?.keyword;
  if (before === 'AS') return false;
  if (before === 'RECURSIVE') return tokens[at - 2]?.keyword !== 'WITH';
  // START WITH is followed by a condition, which may call anything.
  return before !== 'WITH' || tokens[at - 2]?.keyword === 'START';
}
