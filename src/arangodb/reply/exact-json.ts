/** A run of digits that may be an integer beyond 2^53; most replies have none. */
const LONG_NUMBER = /\d{16}/;

/** Strings, so that digits in them are passed over, or a long integer that is no part of a decimal number. */
const STRING_OR_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON without changing integers that a JavaScript number cannot hold: those become text. ArangoDB keeps whole
 * numbers of 64 bits.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const exact = text.replace(STRING_OR_INTEGER, (piece) =>
    piece.startsWith('"') || Number.isSafeInteger(Number(piece)) ? piece : `"${piece}"`,
  );
  return JSON.parse(exact);
}
