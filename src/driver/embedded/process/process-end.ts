import { settingName } from '../../../errors/edge-names.js';
import { ConnectionLostError, EngineEndedError } from '../../driver-errors.js';

/** Why the engine's process ended. */
export type EndCause =
  | { readonly kind: 'time'; readonly connection: number | undefined; readonly after: string }
  | { readonly kind: 'memory'; readonly usedMb: number; readonly limitMb: number }
  | { readonly kind: 'crash'; readonly how: string }
  | { readonly kind: 'disposed' };

/** What a call was doing when the process ended. */
export interface Bystander {
  readonly connection: number | undefined;
  /** Undefined between two requests. */
  readonly sql: string | undefined;
}

/** The end of a process, and what ran in it. */
export interface ProcessEnd {
  readonly cause: EndCause;
  /** Statements that were at work, the oldest first. */
  readonly running: readonly Bystander[];
  /** Without files everything is gone. */
  readonly inMemory: boolean;
}

const PROCESS = 'The process of the embedded engine';
const NOTHING_SAVED = 'Nothing of this call was saved.';

/** What a call is told whose connection was in the process; nothing of it is saved. */
export function endedError(end: ProcessEnd, who: Bystander): EngineEndedError | ConnectionLostError {
  if (end.cause.kind === 'disposed') {
    return new ConnectionLostError('The connection to the embedded engine is closed.');
  }
  const suspects = suspectsOf(end);
  const isSuspect = who.sql !== undefined && suspects.some(({ connection }) => connection === who.connection);
  const message = `${whatHappened(end.cause, isSuspect, suspects.length)} ${NOTHING_SAVED}`;
  const advice = isSuspect
    ? 'Ask for less before you send it again: shorter values, fewer rows, less nesting.'
    : 'Send the call again.';
  return new EngineEndedError('DuckDB', 'ProcessEnded', message, { hint: `${advice}${lostNote(end)}` });
}

/** The error of a commit that had been sent, of which nobody can tell whether it is there. */
export function unverifiedCommit(end: ProcessEnd): EngineEndedError {
  const error = new EngineEndedError(
    'DuckDB',
    'ProcessEnded',
    `${PROCESS} ended after the commit had been sent, and the database file does not tell whether it is there.`,
    { hint: `Check with a SELECT whether the changes are there before you send them again.${lostNote(end)}` },
  );
  error.outcomeUnknown = true;
  return error;
}

/** The statements that may have done it: one that was told to stop, else all that ran. */
export function suspectsOf({ cause, running }: ProcessEnd): readonly Bystander[] {
  if (cause.kind !== 'time') return running;
  return running.filter(({ connection }) => connection === cause.connection);
}

/** For the log. */
export function causeText(cause: EndCause): string {
  switch (cause.kind) {
    case 'time':
      return `was ended: a statement had not stopped ${cause.after}`;
    case 'memory':
      return `was ended: ${memoryText(cause)}`;
    case 'crash':
      return `ended by itself (${cause.how})`;
    case 'disposed':
      return 'was ended with the server';
  }
}

function whatHappened(cause: EndCause, isSuspect: boolean, suspects: number): string {
  const ran =
    suspects > 1 ? `while this statement and ${suspects - 1} of other calls ran` : 'while this statement ran';
  const when = isSuspect ? ran : 'during this call, while a statement of another call ran';
  switch (cause.kind) {
    case 'time':
      return isSuspect
        ? `The statement had not stopped ${cause.after}, so the process of the embedded engine was ended.`
        : `${PROCESS} was ended during this call, because a statement of another call would not stop.`;
    case 'memory':
      return `${PROCESS} was ended ${when}: ${memoryText(cause)}.`;
    default:
      return `${PROCESS} ended by itself ${when} (${cause.kind === 'crash' ? cause.how : cause.kind}).`;
  }
}

function memoryText({ usedMb, limitMb }: Extract<EndCause, { kind: 'memory' }>): string {
  return `it held ${usedMb} MB of memory, and at most ${limitMb} MB are allowed (${settingName('embeddedMemoryMb')})`;
}

function lostNote({ inMemory }: ProcessEnd): string {
  return inMemory
    ? ' The database was in memory: earlier changes, of every call, are lost, and the sample is made again.'
    : '';
}
