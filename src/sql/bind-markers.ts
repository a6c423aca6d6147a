import { InputError, type SqlPosition } from '../errors/call-error.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { findForeignMarker, type ForeignMarker } from './foreign-marker.js';
import {
  readTokens,
  type StatementToken,
  type TokenReader,
  type StatementTokens,
} from './statement-tokens.js';
import { describePosition, LineCounter } from './text-position.js';

/** Places of a statement that take a value. Positions are relative to the statement. */
export interface BindMarkers {
  /** `?` and `?:n`, in the order of the text: each takes one of the call's parameters. */
  readonly positional: readonly SqlPosition[];
  /** `:name`: the engine knows the form but a call cannot give it a value; it fails with -494. */
  readonly named: readonly { readonly name: string; readonly position: SqlPosition }[];
  /** What others write for `?`, in a statement that has none. */
  readonly foreign?: ForeignMarker;
}

/**
 * The bind markers of one statement. The broker's own count is not to be trusted: it also counts question marks
 * in `[…]`, `` `…` `` and quoted names (engine-behaviour, "The broker's own scan for `?`").
 * In a statement with MATCH, `:name` behind a name or an opening parenthesis is a label and no marker; nor is one
 * `x::type`, which DuckDB takes for a cast and CoraDB for a syntax error, or the colon behind a key, as in `{'k':v}`.
 *
 * @param read how the tokens of the text are got
 * @throws InputError when the settings are not given and decide which question marks are markers
 */
export function findBindMarkers(
  sql: string,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): BindMarkers {
  const [first, ...others] = (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) =>
    markersOf(sql, read(sql, candidate)),
  );
  if (first === undefined) throw new RangeError('no lexical settings to read the text by');
  const different = others.some((other) => !samePlaces(first.positional, other.positional));
  if (different) {
    throw new InputError('Which question marks are bind markers depends on settings of the server.', {
      hint: 'Write the text without a backslash before a quote, or bind the value as a parameter.',
    });
  }
  return first;
}

/** A MATCH behind these begins patterns, also ones that the engine will refuse. */
const BEFORE_MATCH: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'OPTIONAL']);

function markersOf(sql: string, tokens: StatementTokens): BindMarkers {
  const lines = new LineCounter(sql);
  let openBraces = 0;
  const isPattern = tokens.some(
    ({ keyword }, at) =>
      keyword === 'MATCH' &&
      (tokens[at + 1]?.symbol === '(' || BEFORE_MATCH.has(tokens[at - 1]?.keyword ?? '')),
  );
  const positional: SqlPosition[] = [];
  const named: { name: string; position: SqlPosition }[] = [];
  tokens.forEach((token, at) => {
    if (token.symbol === '{') openBraces += 1;
    else if (token.symbol === '}') openBraces -= 1;
    if (token.kind === 'bindMarker') positional.push(lines.positionAt(tokens.startOf(at)));
    const following = tokens[at + 1];
    if (token.symbol !== ':' || following?.name === undefined) return;
    const previous = tokens[at - 1];
    const isLabel = isPattern && (previous?.name !== undefined || previous?.symbol === '(');
    const isCast = previous?.symbol === ':' && tokens.endOf(at - 1) === tokens.startOf(at);
    const isKey = previous?.kind === 'string' || (openBraces > 0 && endsAnOperand(previous));
    if (!isLabel && !isCast && !isKey) {
      named.push({
        name: sql.slice(tokens.startOf(at + 1), tokens.endOf(at + 1)),
        position: lines.positionAt(tokens.startOf(at)),
      });
    }
  });
  const foreign = positional.length === 0 && named.length === 0 ? findForeignMarker(sql, tokens) : undefined;
  return { positional, named, ...(foreign && { foreign }) };
}

function endsAnOperand(token: StatementToken | undefined): boolean {
  if (token === undefined) return false;
  return token.symbol === undefined || token.symbol === ')' || token.symbol === '}';
}

function samePlaces(left: readonly SqlPosition[], right: readonly SqlPosition[]): boolean {
  return (
    left.length === right.length && left.every((position, index) => position.offset === right[index]?.offset)
  );
}

/**
 * Compares the values of a call with the markers of its statement.
 * @param place of a position of the statement in the text that errors are about
 * @throws InputError when the numbers differ or the statement has a `:name`
 */
export function checkParameterCount(
  markers: BindMarkers,
  parameterCount: number,
  place: (position: SqlPosition) => SqlPosition = (position) => position,
): void {
  const [unbindable] = markers.named;
  if (unbindable !== undefined) {
    const position = place(unbindable.position);
    throw new InputError(
      `:${unbindable.name} at ${describePosition(position)} is a named marker, which a call cannot give a value.`,
      { position, hint: 'Write ? and give the value in params.' },
    );
  }
  const expected = markers.positional.length;
  if (expected === parameterCount) return;
  const { foreign } = markers;
  if (foreign !== undefined) {
    const position = place(foreign.position);
    throw new InputError(
      `${foreign.text} at ${describePosition(position)} is no bind marker here; params has ${parameterCount} value${parameterCount === 1 ? '' : 's'}.`,
      { position, hint: 'Write ? for each value; they are bound in the order of params.' },
    );
  }
  const marker = markers.positional[parameterCount];
  const firstWithout = marker && place(marker);
  const said =
    firstWithout === undefined ? '' : ` The first without one is at ${describePosition(firstWithout)}.`;
  throw new InputError(
    `The statement has ${expected} bind marker${expected === 1 ? '' : 's'}, but ${parameterCount} value${parameterCount === 1 ? ' was' : 's were'} given in params.${said}`,
    {
      hint: 'Give one value in params for each ? of the statement.',
      ...(firstWithout === undefined ? {} : { position: firstWithout }),
    },
  );
}
