import { settingName } from '../errors/edge-names.js';
import { InputError } from '../errors/call-error.js';
import { checkClientWords } from '../sql/client-words.js';
import type { LexicalSettings } from '../sql/lexical-settings.js';
import { checkCharacters } from '../sql/odd-characters.js';
import { checkOtherLanguages } from '../sql/other-languages.js';
import { splitStatements, type StatementText } from '../sql/statement-splitter.js';
import { paramsOf, type Call } from './call.js';
import { shortened } from '../text/cut-text.js';

/** Longest statement text a reply repeats, in characters. */
const SHOWN_SQL_CHARS = 500;

/**
 * The statements of a call, or `ambiguous` when only the server's settings tell where they end.
 * @throws InputError for text that cannot be split, holds nothing to run or too many statements
 */
export function parseScript(
  call: Call,
  maxStatements: number,
  settings?: LexicalSettings,
): readonly StatementText[] | 'ambiguous' {
  const { sql } = call;
  // NUL ends the text for the engine, and splitting says so.
  if (!sql.includes('\0')) {
    checkCharacters(sql, settings);
    checkClientWords(sql, settings);
    checkOtherLanguages(sql, settings);
  }
  const split = splitStatements(sql, settings);
  if (split.kind === 'refused') {
    if (split.reason === 'ambiguous' && settings === undefined) return 'ambiguous';
    throw split.error;
  }
  const { statements } = split;
  if (statements.length === 0) {
    throw new InputError(
      '"sql" holds no statement: it is empty, or only white space, comments and semicolons.',
      {
        hint: 'Give at least one statement.',
      },
    );
  }
  if (statements.length > maxStatements) {
    throw new InputError(
      `"sql" holds ${statements.length} statements; at most ${maxStatements} are allowed (${settingName('maxStatements')}).`,
      { hint: 'Send them in several calls; each call is a transaction of its own.' },
    );
  }
  if (paramsOf(call) !== undefined && statements.length > 1) {
    throw new InputError(`"params" works with a single statement, and "sql" holds ${statements.length}.`, {
      hint: 'Send the statement with bind parameters in a call of its own.',
    });
  }
  return statements;
}

/** A statement's text as replies show it. */
export function shownSql(text: string): string {
  return shortened(text, SHOWN_SQL_CHARS);
}
