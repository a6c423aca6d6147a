import type { Piece } from './piece.js';
import type { SideEffect } from './side-effects.js';

/** Owner, serial, and one to spare; a longer path is no serial and is not worth following to its start. */
const MOST_PARTS = 3;

/**
 * The serial of a step, as the text writes it: `dba.sq` of `dba.sq.NEXT_VALUE` and of `SERIAL_NEXT_VALUE(dba.sq, 1)`,
 * `sq` of `nextval('sq')`.
 */
export function serialName(sql: string, pieces: readonly Piece[], effect: SideEffect): string {
  const argument = effect.construct.endsWith('(…)') ? pieces[effect.at + 2] : undefined;
  if (argument?.kind === 'string') {
    return sql.slice(argument.start + 1, argument.end - 1).replaceAll('"', '');
  }
  const [start, end] = effect.construct.endsWith('(…)')
    ? [effect.at + 2, endOfPath(pieces, effect.at + 2)]
    : [startOfPath(pieces, effect.at), effect.at - dotLength(pieces, effect.at)];
  return pieces
    .slice(start, end)
    .map((piece) => sql.slice(piece.start, piece.end))
    .join('');
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
