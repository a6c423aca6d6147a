import type { StatementFacts } from '../../sql/facts.js';

/** For every statement that may fill such a column: its text does not show whether the table has one. */
const AUTO_INCREMENT_NOTE =
  'If the table has an AUTO_INCREMENT column, the numbers it gave are used up: a rollback does not take its counter back.';

/**
 * What the text of a statement shows of the counters that it moves and that no rollback turns back. Whether it came
 * to a step (`WHERE 1 = 0`) only the counter itself would show, so the notes say no more than that steps stay.
 * @param created names of serials that the same transaction has made: they go with the rollback
 */
export function counterNotes(
  readings: readonly StatementFacts[],
  created: ReadonlySet<string>,
): readonly string[] {
  const notes = readings.flatMap(({ steps, fillsCounters }) => [
    ...steps
      .filter(({ name }) => name === undefined || !created.has(name))
      .map(({ text }) => serialNote(text)),
    ...(fillsCounters ? [AUTO_INCREMENT_NOTE] : []),
  ]);
  return [...new Set(notes)];
}

/** @param name of the serial, as the caller knows it */
export function serialNote(name: string): string {
  return `The counter of serial ${name} keeps the steps that this statement took: a rollback does not take them back.`;
}
