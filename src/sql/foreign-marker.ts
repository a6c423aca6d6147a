import type { StatementTokens } from './statement-tokens.js';

/** A sign that other databases or libraries put where a value goes. */
export interface ForeignMarker {
  /** As it is written: `$1`, `:1`, `%s`, `@id`. */
  readonly text: string;
  /** UTF-16 offset in the statement. */
  readonly offset: number;
}

/** Signs before a number or a name, without a blank between. */
const SIGNS: ReadonlySet<string> = new Set(['$', ':', '%', '@']);

/** The first `$1`, `:1`, `%s` or `@name` of a statement; some of them mean other things to the engine. */
export function findForeignMarker(sql: string, tokens: StatementTokens): ForeignMarker | undefined {
  const at = tokens.findIndex(({ symbol }, index) => {
    const following = tokens[index + 1];
    if (symbol === undefined || !SIGNS.has(symbol) || following === undefined) return false;
    if (tokens.endOf(index) !== tokens.startOf(index + 1)) return false;
    const text = sql.slice(tokens.startOf(index + 1), tokens.endOf(index + 1));
    if (symbol === '%') return text === 's' || text === 'd';
    return following.name !== undefined ? symbol !== ':' : /^\d+$/.test(text);
  });
  if (at < 0) return undefined;
  const start = tokens.startOf(at);
  return { text: sql.slice(start, tokens.endOf(at + 1)), offset: start };
}
