import type { StatementToken, StatementTokens } from './statement-tokens.js';
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

export function stepSerial(sql: string, tokens: StatementTokens, effect: SideEffect): StepSerial {
  const isCall = effect.construct.endsWith('(…)');
  const argument = effect.at + 2;
  if (isCall && tokens[argument]?.kind === 'string') {
    const text = sql.slice(tokens.startOf(argument) + 1, tokens.endOf(argument) - 1).replaceAll('"', '');
    return { text, name: undefined };
  }
  const [start, end] = isCall
    ? [argument, endOfPath(tokens, argument)]
    : [startOfPath(tokens, effect.at), effect.at - dotLength(tokens, effect.at)];
  const path = tokens.slice(start, end);
  const texts = path.map((_, index) => sql.slice(tokens.startOf(start + index), tokens.endOf(start + index)));
  return { text: texts.join(''), name: path.at(-1)?.name };
}

/** StatementTokens between two parts of a path: `.` is one, `->` two, and behind the first part there are none. */
function dotLength(tokens: readonly StatementToken[], at: number): number {
  if (tokens[at]?.isPart !== true) return 0;
  return tokens[at - 1]?.symbol === '.' ? 1 : 2;
}

function startOfPath(tokens: readonly StatementToken[], at: number): number {
  let start = at;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const before = start - dotLength(tokens, start) - 1;
    if (before === start - 1 || tokens[before]?.name === undefined) break;
    start = before;
  }
  return start;
}

function endOfPath(tokens: readonly StatementToken[], from: number): number {
  let end = from + 1;
  for (let part = 1; part < MOST_PARTS; part += 1) {
    if (tokens[end]?.symbol !== '.' || tokens[end + 1]?.name === undefined) break;
    end += 2;
  }
  return end;
}
