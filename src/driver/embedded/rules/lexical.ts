import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from '../../../sql/lexical-settings.js';

/** CoraDB's tokens at their default settings, and DuckDB's lists. */
export const EMBEDDED_LEXICAL: LexicalSettings = { ...DEFAULT_LEXICAL_SETTINGS, lists: true };
