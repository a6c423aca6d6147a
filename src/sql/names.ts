import type { Token } from './token.js';

/**
 * The name behind a token's text: `"a""b"` is `a"b`, `` `a``b` `` is ``a`b``, `[a]` is `a`
 * (brackets know no doubling). Any other text comes back as it is; letter case is kept.
 */
export function unquoteName(tokenText: string): string {
  const quote = tokenText[0];
  if (quote === '[') return tokenText.slice(1, tokenText.endsWith(']') ? -1 : undefined);
  if (quote !== '"' && quote !== '`') return tokenText;
  const inner = tokenText.slice(1, tokenText.length > 1 && tokenText.endsWith(quote) ? -1 : undefined);
  return inner.replaceAll(quote + quote, quote);
}

/**
 * The form in which names and keywords are compared: the engine ignores letter case, quoted or not.
 * Characters that fold to an ASCII letter (U+017F, U+212A) compare equal to it, which can only refuse too much.
 */
function foldName(name: string): string {
  return name.toLowerCase().toUpperCase();
}

/** Name of a word or quoted name, unquoted and folded; undefined for every other token. */
export function nameOf(sql: string, token: Token): string | undefined {
  if (token.kind !== 'word' && token.kind !== 'quotedName') return undefined;
  return foldName(unquoteName(sql.slice(token.start, token.end)));
}
