import { GuardError, InputError } from '../errors/call-error.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type TokenReader, type StatementTokens } from './statement-tokens.js';
import { findSideEffects, type SideEffectKind } from './side-effects.js';
import { placeInScript, type CheckedStatement } from './statement-place.js';
import { isReadingVerb, statementVerb } from './statement-word.js';
import { describePosition } from './text-position.js';

export interface ReadOnlyCheckOptions {
  /** How the server reads text; without it every possible reading must pass. */
  readonly settings?: LexicalSettings;
  /** The operator allows files of the database host to be read. */
  readonly allowServerFiles?: boolean;
  /** How the tokens of the text are got. */
  readonly read?: TokenReader;
}

interface Refusal {
  readonly because: string;
  readonly hint: string;
}

const REFUSALS: Readonly<Record<SideEffectKind, Refusal>> = {
  increment: {
    because: 'changes a row and commits the change on its own, so that no rollback undoes it',
    hint: 'Select the column itself, or change the row with execute_sql.',
  },
  serial: {
    because: 'takes a number of a serial, which no rollback gives back',
    hint: 'Read the serial with CURRENT_VALUE, or take a number with execute_sql.',
  },
  lock: {
    because: 'locks the rows against writers',
    hint: 'Leave FOR UPDATE out.',
  },
  remote: {
    because: 'works on another database, outside this transaction',
    hint: 'Call the tool with the login of the other database.',
  },
  serverFile: {
    because: 'reads a file of the database host',
    hint: 'Only the operator of this server can allow it (CORADB_SERVER_FILES).',
  },
  lobFile: {
    because: 'creates a LOB file on the database host',
    hint: 'Select the text or bits themselves, or use execute_sql.',
  },
};

/**
 * The token check of the read-only tools (engine-behaviour, "Recipe for a read-only tool", step 2): refuses what is
 * no query, and what changes, locks or reads more than a query may although the engine calls it SELECT, in every
 * spelling. What views hide is seen in the plan (`checkPlanText`); what a stored function does is not seen at all.
 *
 * @throws GuardError naming the construct, its place and the next step; InputError for a text without a statement
 */
export function checkReadOnly(statement: CheckedStatement, options: ReadOnlyCheckOptions = {}): void {
  const { settings, read = readTokens } = options;
  for (const candidate of settings === undefined ? possibleSettings(statement.text) : [settings]) {
    const tokens = read(statement.text, candidate);
    checkVerb(statement, tokens);
    checkSideEffects(statement, tokens, options);
  }
}

function checkVerb(statement: CheckedStatement, tokens: StatementTokens): void {
  const [first] = tokens;
  if (first === undefined) {
    throw new InputError('There is no statement to run.', { hint: 'Give at least one SELECT.' });
  }
  const separator = tokens.findIndex(({ kind }, at) => kind === 'separator' && at + 1 < tokens.length);
  if (separator >= 0) {
    const position = placeInScript(statement, tokens.startOf(separator + 1));
    throw new GuardError(`A second statement begins at ${describePosition(position)}.`, {
      position,
      hint: 'Send the statements one per call.',
    });
  }
  const verb = statementVerb(tokens);
  if (isReadingVerb(verb)) return;
  const position = placeInScript(statement, tokens.startOf(0));
  throw new GuardError(
    `This tool only reads: the statement at ${describePosition(position)} is no query` +
      `${verb === undefined ? '' : ` but ${verb}`}.`,
    {
      position,
      hint: 'Send SELECT, WITH … SELECT, VALUES, SHOW or DESCRIBE; everything else runs with execute_sql.',
    },
  );
}

function checkSideEffects(
  statement: CheckedStatement,
  tokens: StatementTokens,
  { allowServerFiles = false }: ReadOnlyCheckOptions,
): void {
  const effect = findSideEffects(tokens).find(({ kind }) => !(allowServerFiles && kind === 'serverFile'));
  if (effect === undefined) return;
  const position = placeInScript(statement, effect.offset);
  const { because, hint } = REFUSALS[effect.kind];
  throw new GuardError(
    `${effect.construct} at ${describePosition(position)} ${because}; this tool only reads.`,
    { position, hint },
  );
}
