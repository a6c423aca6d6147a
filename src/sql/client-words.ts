import { deed } from '../errors/edge-names.js';
import { InputError } from '../errors/call-error.js';
import { Lexer } from './lexer.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { isSignificant } from './significant-token.js';
import { describePosition, positionAt } from '../text/text-position.js';
import type { Token } from './token.js';

type Command = readonly [program: string, instead: string];

const SENDS_FILE = 'Send the statements of the file themselves.';

/** Words that begin a command of a client program and no statement, with the program and what to send instead. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'DELIMITER',
    [
      "MySQL's client",
      'Leave it out: the body of a stored procedure or function is read as one statement, up to the ; behind its END.',
    ],
  ],
  ['SOURCE', ["MySQL's client", SENDS_FILE]],
  ['USE', ["MySQL's client", 'Leave it out: each call names its database.']],
  ['SPOOL', ['SQL*Plus', 'Leave it out: rows come with the reply.']],
  ['PROMPT', ['SQL*Plus', 'Leave it out.']],
  ...['EXIT', 'QUIT', 'HELP', 'CLEAR', 'CONNECT', 'STATUS'].map((word): [string, Command] => [
    word,
    ['a client program', 'Leave it out: each call has a connection of its own.'],
  ]),
]);

const DESCRIBES = `Call ${deed('describe')}, or send SHOW TABLES, SHOW COLUMNS FROM t or DESC t.`;
const ENDS_WITH_SEMICOLON = 'Leave it out: statements are separated by ;';

/** Commands of csql, which begin with a semicolon at the start of a line, by their first letters (CUBRID manual, "Session Commands"). */
const CSQL: readonly (readonly [command: RegExp, instead: string])[] = [
  [/^(?:SC(?:HEMA)?|DB(?:INFO)?|INFO)$/, DESCRIBES],
  [/^(?:PL(?:AN)?|SIMPLE|DETAIL)$/, `Call ${deed('explain')} with the SELECT.`],
  [/^(?:AU(?:TOCOMMIT)?|CO|ROLLBACK)$/, 'Leave it out: each call is one transaction.'],
  [/^(?:RE(?:AD)?|RU(?:N)?|X(?:RUN)?)$/, 'Send the statements themselves.'],
  [
    /^(?:EX(?:IT)?|HE(?:LP)?|CL(?:EAR)?|TI(?:ME)?|DATE?|HISTORYLIST|TRACE|CHECKPOINT|KILLTRAN)$/,
    'Leave it out.',
  ],
];

interface Found {
  readonly offset: number;
  readonly word: string;
  readonly program: string;
  readonly instead: string;
}

/**
 * Refuses words that a client program reads and no engine does, with what to send instead: `DELIMITER $$`, `GO` on a
 * line of its own, `\G`, `\d t`, `;schema t`, `source x.sql`. They come from scripts made for such a program.
 *
 * @throws InputError naming the word, its place and the next step
 */
export function checkClientWords(sql: string, settings?: LexicalSettings): void {
  const found = (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) =>
    findClientWord(sql, candidate),
  );
  const [first] = found;
  if (first === undefined || found.some((other) => other?.offset !== first.offset)) return;
  const position = positionAt(sql, first.offset);
  throw new InputError(
    `${first.word} at ${describePosition(position)} is a word of ${first.program}, not of SQL.`,
    { position, hint: first.instead },
  );
}

function findClientWord(sql: string, settings: LexicalSettings): Found | undefined {
  const lexer = new Lexer(sql, settings);
  /** The two tokens before, and whether a statement begins here. */
  let before: Token | undefined;
  let begins = true;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (!isSignificant(token)) continue;
    const found = begins ? commandAt(sql, token, before) : undefined;
    const within = found ?? backslashAt(sql, token) ?? batchEndAt(sql, token, before);
    if (within !== undefined) return within;
    begins = token.kind === 'separator';
    before = token;
  }
  return undefined;
}

/** `.tables` and `@file`, at the start of a statement. */
const SIGNED = /^[.@][A-Za-z]\w*/;

/** A command in place of a statement. */
function commandAt(sql: string, token: Token, before: Token | undefined): Found | undefined {
  if (token.kind !== 'word') {
    const word = SIGNED.exec(sql.slice(token.start, token.start + 40))?.[0];
    const instead = word?.startsWith('@') ? SENDS_FILE : DESCRIBES;
    return word === undefined
      ? undefined
      : { offset: token.start, word, program: 'a client program', instead };
  }
  const word = sql.slice(token.start, token.end).toUpperCase();
  const glued = before?.kind === 'separator' && before.end === token.start && isLineStart(sql, before.start);
  const csql = glued ? CSQL.find(([command]) => command.test(word)) : undefined;
  if (csql !== undefined && before !== undefined) {
    return {
      offset: before.start,
      word: `;${sql.slice(token.start, token.end)}`,
      program: 'csql',
      instead: csql[1],
    };
  }
  const command = COMMANDS.get(word);
  return command && { offset: token.start, word, program: command[0], instead: command[1] };
}

/** `\G`, `\g`, `\d`, `\dt`: the engine knows a backslash only before N and before the signs of money. */
function backslashAt(sql: string, { kind, start, end }: Token): Found | undefined {
  if (kind !== 'symbol' || sql[start] !== '\\' || end !== start + 1) return undefined;
  const word = /^\\[A-Za-z?!.]\w*/.exec(sql.slice(start, start + 40))?.[0];
  if (word === undefined) return undefined;
  const isEnd = /^\\g$/i.test(word);
  const readsFile = /^\\(?:\.|i)$/i.test(word);
  const instead = isEnd ? ENDS_WITH_SEMICOLON : readsFile ? SENDS_FILE : DESCRIBES;
  return { offset: start, word, program: isEnd ? "MySQL's client" : 'a client program', instead };
}

/** `GO` or `/` alone on a line ends a batch for some clients; behind AS, a comma or a dot GO is a name. */
function batchEndAt(sql: string, token: Token, before: Token | undefined): Found | undefined {
  const word = sql.slice(token.start, token.end).toUpperCase();
  const isGo = token.kind === 'word' && word === 'GO';
  if (!isGo && word !== '/') return undefined;
  const lineEnd = /^[^\S\r\n]*;?[^\S\r\n]*(?:[\r\n]|$)/.test(sql.slice(token.end, token.end + 1_000));
  if (!lineEnd || !isLineStart(sql, token.start)) return undefined;
  const isName =
    before !== undefined &&
    /^(?:AS|SELECT|FROM|JOIN|TABLE|[,.(])$/i.test(sql.slice(before.start, before.end));
  // A line that holds a division sign alone goes on in the next one.
  const divides = !isGo && sql.slice(token.end).trim() !== '' && before?.kind !== 'separator';
  if (isName || divides) return undefined;
  return {
    offset: token.start,
    word: isGo ? 'GO' : '/',
    program: 'a client program',
    instead: ENDS_WITH_SEMICOLON,
  };
}

function isLineStart(sql: string, offset: number): boolean {
  return /(?:^|[\r\n])[^\S\r\n]*$/.test(sql.slice(Math.max(0, offset - 1_000), offset));
}
