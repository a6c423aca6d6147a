import { endAtFirst, endAtUndoubled } from '../../../sql/quoted-end.js';
import type { HiddenEffect } from '../../dialect.js';

const KINDS: Readonly<Record<string, HiddenEffect['kind']>> = {
  serial_next_value: 'serial',
  incr: 'increment',
  decr: 'increment',
  dblink: 'remote',
};

const CALL = /(?<![A-Za-z0-9_#\u0080-\uffff])(serial_next_value|incr|decr|dblink)\s*\(/gi;
const QUERY_MARK = /Query stmt:/g;
/** A plan has one part for each query of the statement; more than this is a text made to be slow to check. */
const MOST_PARTS = 200;
const OPENING = /['[`]/g;

/**
 * Calls with side effects in the rewritten queries of a plan ("Query stmt:" parts, views unfolded), outside string
 * literals and quoted names (engine-behaviour, "Plans").
 *
 * A literal is printed as it is and may hold "Query stmt:" itself to confuse the reading, so the text is read from
 * every such mark to the end, and a call counts as soon as one of the readings shows it outside literals.
 */
export function hiddenEffects(plan: string): HiddenEffect[] {
  const marks = [...plan.matchAll(QUERY_MARK)].map((match) => match.index);
  const [first] = marks;
  if (first === undefined) return [];
  // Nearly every plan ends here: no call anywhere, whatever is a literal.
  const calls = [...plan.slice(first).matchAll(CALL)];
  if (calls.length === 0) return [];
  const readings = marks.length > MOST_PARTS ? [plan] : marks.map((mark) => withoutQuoted(plan, mark));
  const found = readings.flatMap((reading) => [...reading.matchAll(CALL)].map((match) => match[1] ?? ''));
  return [...new Set(found.map((call) => call.toLowerCase()))].flatMap((call) => {
    const kind = KINDS[call];
    return kind === undefined ? [] : [{ kind, call }];
  });
}

/** The text from `from` on with literals and quoted names taken out; what is opened and never closed stays. */
function withoutQuoted(plan: string, from: number): string {
  const kept: string[] = [];
  let at = from;
  for (;;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(plan);
    if (opening === null) break;
    const [quote] = opening;
    const found =
      quote === '['
        ? endAtFirst(plan, opening.index + 1, ']')
        : endAtUndoubled(plan, opening.index + 1, quote);
    kept.push(plan.slice(at, opening.index), found.unterminated ? plan.slice(opening.index) : ' ');
    at = found.end;
  }
  kept.push(plan.slice(at));
  return kept.join('');
}
