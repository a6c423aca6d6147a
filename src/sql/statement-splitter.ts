import { InputError, type SqlPosition } from '../errors/call-error.js';
import { isWhitespace } from './character-class.js';
import { Lexer } from './lexer.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { isSignificant } from './significant-token.js';
import { ambiguousText, nulCharacter, unterminatedText } from './split-refusal.js';
import { LineCounter } from '../text/text-position.js';

/** One statement of a script: its own text, without the separator and without white space at both ends. */
export interface StatementText {
  readonly text: string;
  /** UTF-16 offsets into the script: `text` is `script.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Where it begins in the script. */
  readonly position: SqlPosition;
}

/**
 * Either the statements, or why there are none:
 *
 * - `ambiguous`: the settings of the server decide where a statement ends. Ask it and split again with the answer
 * - `unterminated`: a string, quoted name, block comment or PL/CSQL body never ends, whatever the settings
 * - `nul`: the text holds NUL, behind which the engine would silently ignore everything
 */
export type SplitResult =
  | { readonly kind: 'statements'; readonly statements: readonly StatementText[] }
  | {
      readonly kind: 'refused';
      readonly reason: 'ambiguous' | 'unterminated' | 'nul';
      readonly error: InputError;
    };

/** Offsets of one part. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** One reading of the text under certain settings. */
interface Reading {
  readonly parts: readonly Part[];
  /** What the text ends inside of. */
  readonly unterminated?: { readonly start: number; readonly what: string };
}

/** Some editors put it before the text; the engine would take it for a letter and fail. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Splits a script at its semicolons by the engine's own rules (engine-behaviour, "Where a statement ends").
 * Comments stay with the statement they stand in or before; parts without anything to run are dropped, and so is a
 * byte order mark at the very beginning. The statements keep their text as it was written.
 *
 * @param settings how the server reads text; without it, a text that the possible settings split differently is
 *   refused as `ambiguous`
 */
export function splitStatements(sql: string, settings?: LexicalSettings): SplitResult {
  const nul = sql.indexOf('\0');
  if (nul >= 0) return { kind: 'refused', reason: 'nul', error: nulCharacter(sql, nul) };

  const readings = (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) => ({
    settings: candidate,
    reading: read(sql, candidate),
  }));
  const [first, ...others] = readings;
  if (first === undefined) throw new RangeError('no lexical settings to read the text by');
  const different = others.find((other) => !sameReading(first.reading, other.reading));
  if (different !== undefined) {
    const error = ambiguousText(sql, first.settings, different.settings);
    return { kind: 'refused', reason: 'ambiguous', error };
  }
  const { parts, unterminated } = first.reading;
  if (unterminated !== undefined) {
    const error = unterminatedText(sql, unterminated.start, unterminated.what);
    return { kind: 'refused', reason: 'unterminated', error };
  }
  const lines = new LineCounter(sql);
  const statements = parts.map(({ start, end }) => ({
    text: sql.slice(start, end),
    start,
    end,
    position: lines.positionAt(start),
  }));
  return { kind: 'statements', statements };
}

function read(sql: string, settings: LexicalSettings): Reading {
  const offset = sql.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const lexer = new Lexer(sql, settings, offset);
  const parts: Part[] = [];
  let part: { start: number; end: number; hasContent: boolean } | undefined;
  const finish = (): void => {
    if (part?.hasContent === true) parts.push({ start: part.start, end: withoutBlankEnd(sql, part.end) });
    part = undefined;
  };
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token.unterminated === true) return { parts, unterminated: { start: token.start, what: token.kind } };
    if (token.kind === 'separator') finish();
    else if (token.kind !== 'whitespace') {
      part ??= { start: token.start, end: token.end, hasContent: false };
      part.end = token.end;
      part.hasContent ||= isSignificant(token);
    }
  }
  finish();
  const bodyStart = lexer.openBodyStart;
  return bodyStart === undefined ? { parts } : { parts, unterminated: { start: bodyStart, what: 'body' } };
}

/** A line comment at the end of a part may end with blanks. */
function withoutBlankEnd(sql: string, end: number): number {
  let at = end;
  while (isWhitespace(sql.charCodeAt(at - 1))) at -= 1;
  return at;
}

function sameReading(left: Reading, right: Reading): boolean {
  if ((left.unterminated === undefined) !== (right.unterminated === undefined)) return false;
  if (left.unterminated !== undefined) return true;
  return (
    left.parts.length === right.parts.length &&
    left.parts.every((part, index) => {
      const other = right.parts[index];
      return other !== undefined && part.start === other.start && part.end === other.end;
    })
  );
}
