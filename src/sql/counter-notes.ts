import { DEFAULT_LEXICAL_SETTINGS, possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type TokenReader, type StatementTokens } from './statement-tokens.js';
import { stepSerial } from './serial-name.js';
import { findSideEffects } from './side-effects.js';
import type { CheckedStatement } from './statement-place.js';
import { statementVerb } from './statement-word.js';

/** Objects whose definition only keeps the text of a serial step. */
const KEEPS_TEXT: ReadonlySet<string> = new Set(['VIEW', 'VCLASS', 'TRIGGER', 'PROCEDURE', 'FUNCTION']);

const FILLS_COUNTERS: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'MERGE']);

/** For every statement that may fill such a column: its text does not show whether the table has one. */
const AUTO_INCREMENT_NOTE =
  'If the table has an AUTO_INCREMENT column, the numbers it gave are used up: a rollback does not take its counter back.';

/**
 * What the text of a statement shows of the counters that it moves and that no rollback turns back. Whether it came
 * to a step (`WHERE 1 = 0`) only the counter itself would show, so the notes say no more than that steps stay.
 * @param created serials, by `createdSerial`, that the same transaction has made: they go with the rollback
 */
export function counterNotes(
  statement: CheckedStatement,
  created: ReadonlySet<string>,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): string[] {
  const notes = new Set<string>();
  for (const candidate of settings === undefined ? possibleSettings(statement.text) : [settings]) {
    for (const note of notesOf(statement.text, read(statement.text, candidate), created)) notes.add(note);
  }
  return [...notes];
}

/** The folded name of the serial that the statement makes; undefined for any other statement. */
export function createdSerial(
  statement: CheckedStatement,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): string | undefined {
  const candidate = settings ?? DEFAULT_LEXICAL_SETTINGS;
  const tokens = read(statement.text, candidate);
  const [verb, kind] = tokens;
  if (verb?.keyword !== 'CREATE' || kind?.keyword !== 'SERIAL') return undefined;
  const isQualified = tokens[3]?.symbol === '.';
  return tokens[isQualified ? 4 : 2]?.name;
}

/** @param name of the serial, as the caller knows it */
export function serialNote(name: string): string {
  return `The counter of serial ${name} keeps the steps that this statement took: a rollback does not take them back.`;
}

function notesOf(sql: string, tokens: StatementTokens, created: ReadonlySet<string>): string[] {
  const verb = statementVerb(tokens);
  const counters = FILLS_COUNTERS.has(verb ?? '') ? [AUTO_INCREMENT_NOTE] : [];
  const defines = verb === 'CREATE' || verb === 'ALTER';
  if (defines && tokens.slice(1, 4).some(({ keyword }) => KEEPS_TEXT.has(keyword ?? ''))) return counters;
  const serials = findSideEffects(tokens)
    .filter(({ kind, at }) => kind === 'serial' && !(defines && tokens[at - 1]?.keyword === 'DEFAULT'))
    .map((effect) => stepSerial(sql, tokens, effect))
    .filter(({ name }) => name === undefined || !created.has(name));
  return [...serials.map(({ text }) => serialNote(text)), ...counters];
}
