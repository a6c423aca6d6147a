/**
 * The two server parameters that decide where strings and quoted names end
 * (engine-behaviour, "The two parameters"). CoraDB's defaults are both true.
 */
export interface LexicalSettings {
  /** `"…"` is an identifier (true) or a string (false). */
  readonly ansiQuotes: boolean;
  /** A backslash in a string is an ordinary character (true) or escapes the next one (false). */
  readonly noBackslashEscapes: boolean;
  /** `[1, 2]` is a list and `x[1]` an element of one, beside `[name]`. No setting of a server but a fact of a dialect. */
  readonly lists?: boolean;
}

export const DEFAULT_LEXICAL_SETTINGS: LexicalSettings = { ansiQuotes: true, noBackslashEscapes: true };

/**
 * The settings under which a text may be read when the server's are not known: one, when no backslash and no
 * double quote stands in it, since the settings decide about nothing else.
 */
export function possibleSettings(sql: string): readonly LexicalSettings[] {
  const ansiQuotes = sql.includes('"') ? [true, false] : [true];
  const noBackslashEscapes = sql.includes('\\') ? [true, false] : [true];
  return ansiQuotes.flatMap((ansi) =>
    noBackslashEscapes.map((noEscapes) => ({ ansiQuotes: ansi, noBackslashEscapes: noEscapes })),
  );
}
