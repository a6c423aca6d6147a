import type { Piece } from './piece.js';
import type { SideEffect } from './side-effects.js';

/** The serial of a step, as the text writes it: `dba.sq` of `dba.sq.NEXT_VALUE` and of `SERIAL_NEXT_VALUE(dba.sq, 1)`. */
export function serialName(sql: string, pieces: readonly Piece[], effect: SideEffect): string {
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
  while (dotLength(pieces, start) > 0 && pieces[start - dotLength(pieces, start) - 1]?.name !== undefined) {
    start -= dotLength(pieces, start) + 1;
  }
  return start;
}

function endOfPath(pieces: readonly Piece[], from: number): number {
  let end = from + 1;
  while (pieces[end]?.symbol === '.' && pieces[end + 1]?.name !== undefined) end += 2;
  return end;
}
