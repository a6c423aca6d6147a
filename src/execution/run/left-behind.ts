import { counterNotes } from '../policy/counter-notes.js';
import { refusalError } from '../policy/verdict.js';
import { addNotes, reportAt, type CallContext } from './call-context.js';
import type { CallProgress } from './run-statements.js';

/**
 * After a rollback: notes with each statement that ran what the rollback has not undone (engine-behaviour §2.2).
 * @param failedAt the statement that failed: the engine undid it itself, except for the counters it moved
 */
export async function noteLeftBehind(
  context: CallContext,
  progress: CallProgress,
  failedAt?: number,
): Promise<void> {
  const { document } = context;
  const counters = await counterNotesOf(context, progress);
  for (const index of context.statements.keys()) {
    if (!hasRun(context, index)) continue;
    const others = index === failedAt ? [] : othersLeftBehind(context, index);
    addNotes(reportAt(document, index), [...others, ...counters(index)]);
  }
}

function othersLeftBehind({ policy, statements, facts }: CallContext, index: number): readonly string[] {
  const refusal = policy.notUndone(facts[index] ?? []);
  const statement = statements[index];
  if (refusal === undefined || statement === undefined) return [];
  const { message } = refusalError(statement, refusal);
  return [`The rollback did not undo all of this statement. In a dry run it is refused: ${message}`];
}

/** What was seen of the counters; else what the texts of the statements show of them. */
async function counterNotesOf(
  context: CallContext,
  { serials, index: lastAt }: CallProgress,
): Promise<(index: number) => readonly string[]> {
  const { call, connection, facts } = context;
  if (call.purpose !== 'execute') return () => [];
  // Where counters can be read, there was none to watch.
  if (connection.dialect.readCounters !== undefined && serials === undefined) return () => [];
  const stayed = await serials?.stayed(lastAt);
  if (stayed !== undefined) return (index) => (stayed.get(index) ?? []).map(movedNote);
  const created = new Set<string>();
  const notes = facts.map((readings) => {
    const made = readings[0]?.createdSerial;
    if (made !== undefined) created.add(made);
    return counterNotes(readings, created);
  });
  return (index) => notes[index] ?? [];
}

function movedNote(name: string): string {
  return `The counter of serial ${name} moved while this statement ran (by it, or by another call at the same time) and stays moved: a rollback does not take its steps back.`;
}

/** A statement that did not compile, or that the call never came to, has moved nothing. */
function hasRun({ document }: CallContext, index: number): boolean {
  return reportAt(document, index).elapsedMs !== undefined;
}
