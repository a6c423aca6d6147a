/**
 * The two server parameters that decide where strings and quoted names end
 * (engine-behaviour, "The two parameters"). CoraDB's defaults are both true.
 */
export interface LexicalSettings {
  /** `"…"` is an identifier (true) or a string (false). */
  readonly ansiQuotes: boolean;
  /** A backslash in a string is an ordinary character (true) or escapes the next one (false). */
  readonly noBackslashEscapes: boolean;
}

export const DEFAULT_LEXICAL_SETTINGS: LexicalSettings = { ansiQuotes: true, noBackslashEscapes: true };
