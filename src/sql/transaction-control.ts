import { GuardError } from '../errors/call-error.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { readTokens, type StatementToken, type TokenReader } from './statement-tokens.js';
import { TRANSACTION_CONTROL_KINDS } from './statement-kinds.js';
import { placeInScript, type CheckedStatement } from './statement-place.js';
import { describePosition } from './text-position.js';

interface Rule {
  /** First words of the statement; none of them can be quoted. */
  readonly words: readonly string[];
  /** Words that would make it another, harmless statement. */
  readonly unless?: readonly string[];
  readonly because: string;
}

const ENDS = 'would end the transaction of the call';
const STEERS = 'steers the transaction, which belongs to the call';
const HIDES = 'runs a statement that this server does not see';

const RULES: readonly Rule[] = [
  { words: ['COMMIT'], because: ENDS },
  { words: ['ROLLBACK'], because: ENDS },
  { words: ['SAVEPOINT'], because: STEERS },
  { words: ['RELEASE'], because: STEERS },
  { words: ['BEGIN'], because: STEERS },
  { words: ['START', 'TRANSACTION'], because: STEERS },
  { words: ['END'], because: ENDS },
  { words: ['ABORT'], because: ENDS },
  { words: ['PREPARE', 'TO', 'COMMIT'], because: ENDS },
  { words: ['ATTACH'], because: STEERS },
  { words: ['PREPARE'], because: HIDES },
  { words: ['EXECUTE'], unless: ['EXECUTE', 'DEFERRED', 'TRIGGER'], because: HIDES },
  {
    words: ['SET', 'TRANSACTION'],
    because: 'changes the isolation or the lock timeout that the call has set',
  },
  {
    words: ['SET', 'SYSTEM'],
    because: 'changes how the server works, even for other sessions, and how it reads text',
  },
  { words: ['SET', 'OPTIMIZATION'], because: 'may make all later queries return no rows' },
  { words: ['KILL'], because: 'ends the work of other sessions at once' },
];

/** Verbs that evaluate an expression, in which the method `login` may stand. */
const EVALUATING: ReadonlySet<string> = new Set(['CALL', 'EVALUATE', 'DO']);

/**
 * Refuses what ends or steers the transaction or changes the connection under the call, by its text, in every
 * spelling; it must come before anything is compiled or planned, since COMMIT and its like may take effect then.
 * What a rule names is found with comments and white space between its words.
 *
 * @throws GuardError naming the words, their place and the next step
 */
export function checkTransactionControl(
  statement: CheckedStatement,
  settings?: LexicalSettings,
  read: TokenReader = readTokens,
): void {
  for (const candidate of settings === undefined ? possibleSettings(statement.text) : [settings]) {
    const tokens = read(statement.text, candidate);
    const [first] = tokens;
    if (first === undefined) continue;
    const rule = RULES.find(
      ({ words, unless }) => beginsWith(tokens, words) && !beginsWith(tokens, unless ?? ['']),
    );
    if (rule !== undefined) throw refusal(statement, tokens.startOf(0), rule.words.join(' '), rule.because);
    const login = EVALUATING.has(first.keyword ?? '') ? findLogin(tokens) : -1;
    if (login >= 0) {
      throw refusal(statement, tokens.startOf(login), 'login(…)', 'changes the user of the connection');
    }
  }
}

/**
 * The same by the kind the engine compiled.
 * @throws GuardError naming the kind
 */
export function checkTransactionControlKind(kind: string): void {
  if (!TRANSACTION_CONTROL_KINDS.has(kind)) return;
  throw new GuardError(`The engine compiled the statement as ${kind}, which ${STEERS}.`, {
    hint: 'Leave it out; the call commits when every statement has succeeded, and rolls back otherwise.',
  });
}

function beginsWith(tokens: readonly StatementToken[], words: readonly string[]): boolean {
  return words.every((word, at) => tokens[at]?.keyword === word);
}

function findLogin(tokens: readonly StatementToken[]): number {
  return tokens.findIndex(({ name }, at) => name === 'LOGIN' && tokens[at + 1]?.symbol === '(');
}

function refusal(
  statement: CheckedStatement,
  offset: number,
  construct: string,
  because: string,
): GuardError {
  const position = placeInScript(statement, offset);
  return new GuardError(`${construct} at ${describePosition(position)} ${because}.`, {
    position,
    hint: 'Leave it out; the call commits when every statement has succeeded, and rolls back otherwise.',
  });
}
