import { GuardError } from '../errors/call-error.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type TokenReader, type StatementTokens } from './statement-tokens.js';
import { findPlanSideEffects } from './plan-check.js';
import { serialNote } from './counter-notes.js';
import { findSideEffects } from './side-effects.js';
import { NOT_UNDONE_KINDS } from './statement-kinds.js';
import { placeInScript, type CheckedStatement } from './statement-place.js';
import { isReadingVerb, statementVerb } from './statement-word.js';
import { describePosition } from './text-position.js';

/** First words of statements that a rollback does not undo, and the reason. SET TRACE only shows what ran. */
const NOT_UNDONE: readonly { readonly words: readonly string[]; readonly because: string }[] = [
  { words: ['UPDATE', 'STATISTICS', 'ON'], because: 'the new statistics stay after a rollback' },
  { words: ['VACUUM'], because: 'its work stays after a rollback' },
  { words: ['CALL'], because: 'what a method or procedure does outside this transaction stays' },
  { words: ['SET'], because: 'the setting stays after a rollback, until the connection ends' },
  { words: ['DROP', 'VARIABLE'], because: 'the variable does not come back with a rollback' },
];

/**
 * Refuses in a dry run what a rollback does not undo (engine-behaviour, "Not undone"), by the text of one statement.
 * Steps of serials and AUTO_INCREMENT counters are not undone either; they may run, and are noted (`counterNotes`).
 * `checkTransactionControl` must have passed; what views hide shows in the plan (`checkDryRunPlan`).
 *
 * @throws GuardError naming the construct, its place and the reason
 */
export function checkDryRun(
  statement: CheckedStatement,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): void {
  for (const candidate of settings === undefined ? possibleSettings(statement.text) : [settings]) {
    const tokens = read(statement.text, candidate);
    checkFirstWords(statement, tokens);
    checkAssignments(statement, tokens);
    checkEffects(statement, tokens);
  }
}

/**
 * The same by the kind the engine compiled.
 * @throws GuardError naming the kind
 */
export function checkDryRunKind(kind: string): void {
  if (!NOT_UNDONE_KINDS.has(kind)) return;
  throw new GuardError(`The engine compiled the statement as ${kind}, which a rollback does not undo.`, {
    hint: HINT,
  });
}

/**
 * What the plan of a query shows of side effects that views hide: remote databases are refused, serial steps noted.
 * Plans of INSERT … SELECT are empty, so that a view read there hides what it does.
 * @returns notes for the reply
 * @throws GuardError
 */
export function checkDryRunPlan(plan: string): string[] {
  return findPlanSideEffects(plan).map(({ kind, call }) => {
    if (kind === 'serial') return serialNote('of a view that the statement reads');
    throw new GuardError(
      `A view that the statement reads calls ${call}(…), which a rollback does not undo.`,
      { hint: HINT },
    );
  });
}

const HINT = 'Leave it out of the dry run, or run it without dryRun where the server allows it.';

function refusal(
  statement: CheckedStatement,
  offset: number,
  construct: string,
  because: string,
): GuardError {
  const position = placeInScript(statement, offset);
  return new GuardError(
    `${construct} at ${describePosition(position)} cannot be tried in a dry run: ${because}.`,
    { position, hint: HINT },
  );
}

function checkFirstWords(statement: CheckedStatement, tokens: StatementTokens): void {
  const [first, second] = tokens;
  if (first?.keyword === 'SET' && second?.keyword === 'TRACE') return;
  const rule = NOT_UNDONE.find(({ words }) => words.every((word, at) => tokens[at]?.keyword === word));
  if (rule === undefined || first === undefined) return;
  throw refusal(statement, tokens.startOf(0), rule.words.join(' '), rule.because);
}

function checkAssignments(statement: CheckedStatement, tokens: StatementTokens): void {
  const assignment = tokens.findIndex(
    ({ symbol }, at) =>
      symbol === '@' &&
      tokens[at + 1]?.name !== undefined &&
      tokens[at + 2]?.symbol === ':' &&
      tokens[at + 3]?.symbol === '=',
  );
  if (assignment < 0) return;
  throw refusal(
    statement,
    tokens.startOf(assignment),
    'An assignment to a session variable',
    'the variable keeps its value after a rollback, until the connection ends',
  );
}

function checkEffects(statement: CheckedStatement, tokens: StatementTokens): void {
  // The engine takes INCR in queries only; elsewhere the word is the name of a table or an index.
  const isQuery = isReadingVerb(statementVerb(tokens));
  for (const { kind, construct, offset } of findSideEffects(tokens)) {
    if (kind === 'remote') {
      throw refusal(statement, offset, construct, 'the other database saves what it does at once');
    }
    if (kind === 'increment' && isQuery) {
      throw refusal(statement, offset, construct, 'the change commits on its own and stays after a rollback');
    }
  }
}
