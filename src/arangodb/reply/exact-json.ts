/** A run of digits that may be an integer beyond 2^53; most replies have none. */
const LONG_NUMBER = /\d{16}/;

/** A long integer that is no part of a decimal number or an exponent. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON without changing integers that a JavaScript number cannot hold: those become text. ArangoDB keeps whole
 * numbers of 64 bits.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const between = quote < 0 ? text.slice(at) : text.slice(at, quote);
    parts.push(between.replace(LONG_INTEGER, quotedUnlessSafe));
    if (quote < 0) break;
    at = endOfString(text, quote);
    parts.push(text.slice(quote, at));
  }
  return JSON.parse(parts.join(''));
}

function quotedUnlessSafe(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;
}

/** Behind the quote that ends the string which begins at `quote`; strings may hold millions of escapes. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}
