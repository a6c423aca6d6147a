/** A bare word of an AQL text, with the significant character before and after it. */
export interface AqlWord {
  readonly text: string;
  /** Place in the text, in UTF-16 units from 0. */
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

/**
 * What AQL reads as one piece: comments, quoted strings and names (backtick and forward tick), bind parameters, words,
 * anything else character by character. An unterminated piece reaches to the end of the text.
 */
const PIECE =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|'[^'\\]*(?:\\[\s\S][^'\\]*)*(?:'|$)|`[^`\\]*(?:\\[\s\S][^`\\]*)*(?:`|$)|´[^´\\]*(?:\\[\s\S][^´\\]*)*(?:´|$)|@@?\w+|[$_A-Za-z][$\w]*|\s+|[\s\S]/g;

/** The bare words of an AQL text: no comment, string, quoted name or bind parameter is one. */
export function aqlWords(text: string): readonly AqlWord[] {
  const pieces = [...text.matchAll(PIECE)].filter(
    ([piece]) => !/^\s/.test(piece) && !piece.startsWith('//') && !piece.startsWith('/*'),
  );
  return pieces.flatMap((match, index) => {
    const [word] = match;
    if (!/^[$_A-Za-z]/.test(word)) return [];
    return [
      {
        text: word,
        offset: match.index,
        before: pieces[index - 1]?.[0] ?? '',
        after: pieces[index + 1]?.[0] ?? '',
      },
    ];
  });
}
