import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type StatementToken, type StatementTokens } from './statement-tokens.js';
import { findSideEffects } from './side-effects.js';
import { isReadingVerb, statementVerb } from './statement-word.js';

/** Side effects that change rows for good, whatever the verb is. */
const CHANGES: ReadonlySet<string> = new Set(['increment', 'remote']);

/** Words by which an INSERT replaces rows that are there; an engine that does not know them refuses them itself. */
const REPLACING: readonly (readonly string[])[] = [
  ['ON', 'DUPLICATE', 'KEY'],
  ['INSERT', 'OR', 'REPLACE'],
  ['DO', 'UPDATE'],
];

/**
 * Whether a statement may change or remove what is there, by its text. Queries, INSERT and CREATE only add, unless
 * they replace (`ON DUPLICATE KEY UPDATE`, `OR REPLACE`, `ON CONFLICT … DO UPDATE`); everything else counts as destructive, and so does a
 * statement that one of the possible readings makes destructive.
 */
export function isDestructive(sql: string, settings?: LexicalSettings): boolean {
  return (settings === undefined ? possibleSettings(sql) : [settings]).some((candidate) =>
    changesWhatIsThere(readTokens(sql, candidate)),
  );
}

function changesWhatIsThere(tokens: StatementTokens): boolean {
  if (findSideEffects(tokens).some(({ kind }) => CHANGES.has(kind))) return true;
  const verb = statementVerb(tokens);
  if (verb === 'INSERT') return REPLACING.some((words) => hasWords(tokens, words));
  if (verb === 'CREATE') return tokens[1]?.keyword === 'OR';
  return !isReadingVerb(verb);
}

function hasWords(tokens: readonly StatementToken[], words: readonly string[]): boolean {
  return tokens.some((_, at) => words.every((word, offset) => tokens[at + offset]?.keyword === word));
}
