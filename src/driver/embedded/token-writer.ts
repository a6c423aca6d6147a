import { unquoteName } from '../../sql/names.js';
import type { Token } from '../../sql/token.js';
import { quoteName, tokenText } from './sql-text.js';

const PLAIN_WORD = /^[A-Za-z0-9_]+$/;
const GLUE_SENSITIVE: ReadonlySet<Token['kind']> = new Set([
  'word',
  'number',
  'quotedName',
  'string',
  'bindMarker',
]);

/**
 * One token as DuckDB must read it. Comments become blanks of the same length, so that the line and column in DuckDB's
 * error excerpts stay those of the caller's text; names that DuckDB would lex differently are quoted.
 */
export function writeToken(sql: string, token: Token): string {
  const text = tokenText(sql, token);
  switch (token.kind) {
    case 'comment':
    case 'hint':
      return text.replace(/[^\r\n]/g, ' ');
    case 'separator':
      return ' ';
    case 'quotedName':
      return text.startsWith('"') ? text : quoteName(unquoteName(text));
    case 'word':
      return PLAIN_WORD.test(text) ? text : quoteName(text);
    case 'string':
      return writeString(text);
    default:
      return text;
  }
}

/** Prefixed strings: the engine's `B'…'`, `X'…'`, `N'…'` and `_charset'…'` in DuckDB's terms. */
function writeString(text: string): string {
  const quote = text.indexOf("'");
  const prefix = text.slice(0, quote).toUpperCase();
  const literal = text.slice(quote);
  if (prefix === 'B') return `CAST(${literal} AS BIT)`;
  if (prefix === 'X') return `from_hex(${literal})`;
  return literal;
}

/**
 * True when two neighbours need a blank between them, because DuckDB would join what the engine keeps apart:
 * `E'…'` and `U&'…'` (escape strings), `1_000`, `?1`.
 */
export function needsBlank(sql: string, previous: Token | undefined, token: Token): boolean {
  if (previous === undefined || !GLUE_SENSITIVE.has(token.kind)) return false;
  if (previous.kind === 'symbol') {
    return tokenText(sql, previous) === '&' && (token.kind === 'string' || token.kind === 'quotedName');
  }
  return GLUE_SENSITIVE.has(previous.kind);
}
