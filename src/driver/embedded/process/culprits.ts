import { createHash } from 'node:crypto';
import { tokenize } from '../../../sql/lexer.js';
import { EMBEDDED_LEXICAL } from '../rules/lexical.js';

/** Statements remembered at once; the oldest is forgotten. */
const MOST = 1_000;
/** Longest text of a statement in the log, in characters. */
const SHOWN_CHARS = 300;

/** Statements that were at work when a process ended, by a hash of their text. */
export class Culprits {
  readonly #seen = new Set<string>();

  /** @returns for the log when it is not the first time: the text, cut and without literals, which may be secrets */
  again(sql: string): string | undefined {
    const hash = createHash('sha256').update(sql).digest('base64');
    const isKnown = this.#seen.delete(hash);
    this.#seen.add(hash);
    const [oldest] = this.#seen;
    if (this.#seen.size > MOST && oldest !== undefined) this.#seen.delete(oldest);
    return isKnown ? withoutLiterals(sql) : undefined;
  }
}

function withoutLiterals(sql: string): string {
  // The lexer may see an unclosed quote where the text is cut: a string to its end, which is left out as well.
  const start = sql.slice(0, SHOWN_CHARS * 10);
  const text = tokenize(start, EMBEDDED_LEXICAL)
    .map((token) => {
      if (token.kind === 'string') return "'…'";
      if (token.kind === 'comment') return ' ';
      return start.slice(token.start, token.end);
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… [${sql.length} characters]` : text;
}
