import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readPieces, type Piece, type Pieces } from './piece.js';
import { findSideEffects } from './side-effects.js';
import { isReadingVerb, statementVerb } from './statement-word.js';

/** Side effects that change rows for good, whatever the verb is. */
const CHANGES: ReadonlySet<string> = new Set(['increment', 'remote']);

/**
 * Whether a statement may change or remove what is there, by its text. Queries, INSERT and CREATE only add, unless
 * they replace (`ON DUPLICATE KEY UPDATE`, `OR REPLACE`); everything else counts as destructive, and so does a
 * statement that one of the possible readings makes destructive.
 */
export function isDestructive(sql: string, settings?: LexicalSettings): boolean {
  return (settings === undefined ? possibleSettings(sql) : [settings]).some((candidate) =>
    changesWhatIsThere(readPieces(sql, candidate)),
  );
}

function changesWhatIsThere(pieces: Pieces): boolean {
  if (findSideEffects(pieces).some(({ kind }) => CHANGES.has(kind))) return true;
  const verb = statementVerb(pieces);
  if (verb === 'INSERT') return hasWords(pieces, ['ON', 'DUPLICATE', 'KEY']);
  if (verb === 'CREATE') return pieces[1]?.keyword === 'OR';
  return !isReadingVerb(verb);
}

function hasWords(pieces: readonly Piece[], words: readonly string[]): boolean {
  return pieces.some((_, at) => words.every((word, offset) => pieces[at + offset]?.keyword === word));
}
