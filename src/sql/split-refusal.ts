import { InputError } from '../errors/call-error.js';
import { Lexer } from './lexer.js';
import type { LexicalSettings } from './lexical-settings.js';
import { describePosition, positionAt } from '../text/text-position.js';

/** What a text may end inside of, by token kind. */
const UNTERMINATED: Readonly<Record<string, string>> = {
  string: 'The string',
  quotedName: 'The quoted name',
  comment: 'The comment',
  hint: 'The hint',
  body: 'The body of the stored procedure or function',
};

const ONE_PER_CALL = 'send the statements one per call';

/** NUL ends the text for the engine, silently (engine-behaviour, "Tokens"). */
export function nulCharacter(sql: string, offset: number): InputError {
  const position = positionAt(sql, offset);
  return new InputError(
    `There is a NUL character at ${describePosition(position)}; the engine would ignore everything behind it.`,
    {
      position,
      hint: 'Remove it, or bind the value as a parameter instead of writing it into the statement.',
    },
  );
}

export function unterminatedText(sql: string, offset: number, what: string): InputError {
  const position = positionAt(sql, offset);
  return new InputError(
    `${UNTERMINATED[what] ?? 'The text'} that begins at ${describePosition(position)} never ends.`,
    { position, hint: `Close it; when several statements are sent together, ${ONE_PER_CALL}.` },
  );
}

/** Names the first place that the two settings read differently. */
export function ambiguousText(sql: string, left: LexicalSettings, right: LexicalSettings): InputError {
  const position = positionAt(sql, firstDifference(sql, left, right));
  return new InputError(
    `Where a statement ends depends on settings of the server: the quoted text at ${describePosition(position)} ` +
      'ends at different places with and without backslash escapes.',
    {
      position,
      hint: `Bind the value as a parameter, or ${ONE_PER_CALL}, without a backslash before a quote.`,
    },
  );
}

function firstDifference(sql: string, left: LexicalSettings, right: LexicalSettings): number {
  const lefts = new Lexer(sql, left);
  const rights = new Lexer(sql, right);
  for (;;) {
    const a = lefts.next();
    const b = rights.next();
    if (a === undefined || b === undefined) return sql.length;
    if (a.end !== b.end || a.unterminated !== b.unterminated) return a.start;
  }
}
