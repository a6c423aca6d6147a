import { GuardError } from '../errors/call-error.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type TokenReader, type StatementTokens } from './statement-tokens.js';
import { findSideEffects } from './side-effects.js';
import { placeInScript, type CheckedStatement } from './statement-place.js';
import { describePosition } from './text-position.js';

/** The two functions, written in SQL that is the text of a string. */
const IN_STRING = /\b[BC]LOB_FROM_FILE\b/i;

/**
 * Refuses CLOB_FROM_FILE, BLOB_FROM_FILE and SHOW LOG HEADER OF in every spelling. Any login reads any file of the
 * broker's host with the functions, already while the statement is compiled (engine-behaviour, "The surprises" 1),
 * so this check must come before anything is sent, in every tool.
 *
 * In statements that carry SQL in strings (DBLINK, PREPARE, bodies of stored routines) the strings are searched
 * too; names that such SQL puts together at run time cannot be seen.
 *
 * @throws GuardError naming the construct and its place
 */
export function checkServerFiles(
  statement: CheckedStatement,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): void {
  for (const candidate of settings === undefined ? possibleSettings(statement.text) : [settings]) {
    const tokens = read(statement.text, candidate);
    const effects = findSideEffects(tokens);
    const effect = effects.find(({ kind }) => kind === 'serverFile');
    if (effect !== undefined) throw refusal(statement, effect.construct, effect.offset);
    if (effects.some(({ kind }) => kind === 'remote') || carriesSql(tokens)) checkStrings(statement, tokens);
  }
}

function carriesSql(tokens: StatementTokens): boolean {
  const [first, ...others] = tokens.slice(0, 4).map(({ keyword }) => keyword);
  if (first === 'PREPARE') return true;
  return first === 'CREATE' && (others.includes('PROCEDURE') || others.includes('FUNCTION'));
}

function checkStrings(statement: CheckedStatement, tokens: StatementTokens): void {
  for (const [index, { kind }] of tokens.entries()) {
    const start = tokens.startOf(index);
    const found = kind === 'string' ? IN_STRING.exec(statement.text.slice(start, tokens.endOf(index))) : null;
    if (found !== null)
      throw refusal(statement, `${found[0].toUpperCase()} in a string`, start + found.index);
  }
}

function refusal(statement: CheckedStatement, construct: string, offset: number): GuardError {
  const position = placeInScript(statement, offset);
  return new GuardError(
    `${construct} at ${describePosition(position)} reads a file of the database host, whatever the rights of the user.`,
    { position, hint: 'Only the operator of this server can allow it (CORADB_SERVER_FILES=on).' },
  );
}
