import type { Piece, Pieces } from './piece.js';
import type { SideEffect } from './side-effects.js';

/** Owner, serial, and one to spare; a longer path is no serial and is not worth following to its start. */
const MOST_PARTS = 3;

/** The serial of a step. */
export interface StepSerial {
  /** As the text writes it: `dba.sq` of `dba.sq.NEXT_VALUE` and of `SERIAL_NEXT_VALUE(dba.sq, 1)`, `sq` of `nextval('sq')`. */
  readonly text: string;
  /** Folded, without the owner; undefined for a string. */
  readonly name: string | undefined;
}

export function stepSerial(sql: string, pieces: Pieces, effect: SideEffect): StepSerial {
  const isCall = effect.construct.endsWith('(…)');
  const argument = effect.at + 2;
  if (isCall && pieces[argument]?.kind === 'string') {
    const text = sql.slice(pieces.startOf(argument) + 1, pieces.endOf(argument) - 1).replaceAll('"', '');
    return { text, name: undefined };
  }
  const [start, end] = isCall
    ? [argument, endOfPath(pieces, argument)]
    : [startOfPath(pieces, effect.at), effect.at - dotLength(pieces, effect.at)];
  const path = pieces.slice(start, end);
  const texts = path.map((_, index) => sql.slice(pieces.startOf(start + index), pieces.endOf(start + index)));
  return { text: texts.join(''), name: path.at(-1)?.name };
}

/** Pieces between two parts of a path: `.` is one, `->` two, and behind the first part there are none. */
function dotLength(pieces: readonly Piece[], at: number): number {
  if (pieces[at]?.isPart !== true) return 0;
  return pieces[at - 1]?.symbol === '.' ? 1 : 2;
}

function startOfPath(pieces: readonly Piece[], at: number): number {
  let start = at;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const before = start - dotLength(pieces, start) - 1;
    if (before === start - 1 || pieces[before]?.name === undefined) break;
    start = before;
  }
  return start;
}

function endOfPath(pieces: readonly Piece[], from: number): number {
  let end = from + 1;
  for (let part = 1; part < MOST_PARTS; part += 1) {
    if (pieces[end]?.symbol !== '.' || pieces[end + 1]?.name === undefined) break;
    end += 2;
  }
  return end;
}
