import { Lexer } from '../../../sql/lexer.js';
import type { LexicalSettings } from '../../../sql/lexical-settings.js';

/**
 * For each marker the broker counts, in order: true when the engine sees it too. The broker's own scan takes a `?`
 * inside `[…]`, `` `…` `` and quoted identifiers for a marker (engine-behaviour §3.5); each of those places needs
 * a value that is then ignored.
 * @returns undefined when the engine sees a marker that the broker overlooks: such a text cannot be run with binds
 */
export function brokerMarkers(sql: string, settings: LexicalSettings): readonly boolean[] | undefined {
  const real = new Set<number>();
  const lexer = new Lexer(sql, settings);
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token.kind === 'bindMarker') real.add(token.start);
  }
  const counted = scanAsBroker(sql, settings);
  const flags = counted.map((offset) => real.has(offset));
  return flags.filter(Boolean).length === real.size ? flags : undefined;
}

/**
 * Offsets of the `?` the broker counts: outside `'…'`, outside `"…"` only when that is a string, outside comments.
 * To the broker a line comment ends at LF only.
 */
function scanAsBroker(sql: string, { ansiQuotes, noBackslashEscapes }: LexicalSettings): number[] {
  const escaped = noBackslashEscapes ? '' : '\\\\';
  const quoted = (quote: string): string =>
    `${quote}(?:[^${quote}${escaped}]+|${escaped === '' ? '' : `${escaped}[^]|`}${quote}${quote})*${quote}?`;
  const strings = ansiQuotes ? quoted("'") : `${quoted("'")}|${quoted('"')}`;
  const pattern = new RegExp(`${strings}|(?:--|//)[^\\n]*|/\\*[^]*?(?:\\*/|$)|\\?`, 'g');
  return [...sql.matchAll(pattern)].flatMap((match) => (match[0] === '?' ? [match.index] : []));
}
