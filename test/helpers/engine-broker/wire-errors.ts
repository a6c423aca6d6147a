import { EngineError } from '../../../src/driver/driver-errors.js';
import { errorFrame } from '../frame-builder.js';

/** What a CUBRID server would have said: its code, with the words of the engine behind the broker. */
export interface WireFailure {
  readonly code: number;
  readonly message: string;
}

const SYNTAX = -493;
const SEMANTIC = -494;

/** Codes of engine-behaviour §6 by DuckDB's error class; the first pattern that fits decides. */
const CODES: readonly { readonly error: string; readonly says?: RegExp; readonly code: number }[] = [
  { error: 'Interrupt', code: -4 },
  { error: 'Parser', code: SYNTAX },
  // CUBRID finds an unknown table while it parses; dropping one is its only semantic error about tables.
  { error: 'Catalog', says: /^Table with name/, code: SYNTAX },
  { error: 'Catalog', code: SEMANTIC },
  { error: 'Binder', code: SEMANTIC },
  { error: 'Constraint', says: /NOT NULL constraint/, code: -631 },
  { error: 'Constraint', says: /still referenced/, code: -924 },
  { error: 'Constraint', says: /foreign key/i, code: -922 },
  { error: 'Constraint', code: -670 },
  { error: 'Conversion', code: -181 },
  { error: 'OutOfRange', code: -427 },
  // DuckDB has undone the whole transaction, as a CUBRID server does with the victim of a deadlock.
  { error: 'Transaction', says: /conflict|altered/i, code: -72 },
  { error: 'Database', code: -677 },
  { error: 'Login', says: /^User /, code: -165 },
  { error: 'Login', code: -171 },
];

/** A value that cannot be converted is worded as a server does (engine-behaviour §6). */
const PREFIX: Readonly<Record<number, string>> = {
  [SYNTAX]: 'Syntax: ',
  [SEMANTIC]: 'Semantic: ',
  [-181]: 'Cannot coerce value of domain: ',
};

/** @param thrown what the embedded driver threw; its refusals of foreign statements count as syntax errors */
export function toFailure(thrown: unknown): WireFailure {
  if (!(thrown instanceof EngineError)) {
    return { code: SYNTAX, message: `Syntax: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
  const { code: error, engineMessage } = thrown;
  if (thrown.interrupted) return { code: -4, message: 'Has been interrupted.' };
  const rule = CODES.find((one) => one.error === error && (one.says?.test(engineMessage) ?? true));
  const code = rule?.code ?? SEMANTIC;
  return { code, message: `${PREFIX[code] ?? ''}${inServerWords(engineMessage)}` };
}

/** `LINE 1: SELECT nope⏎               ^` of DuckDB is `In line 1, column 8 before ''` of a server (engine-behaviour §6). */
function inServerWords(message: string): string {
  const [, line, indent = ''] = /^LINE (\d+): .*\n( *)\^/m.exec(message) ?? [];
  if (line === undefined) return message;
  return `In line ${line}, column ${indent.length - `LINE ${line}: `.length + 1} before ''\n${message.replace(/\s*^LINE \d+: .*\n *\^\s*/m, '')}`;
}

export function failureFrame(thrown: unknown): Buffer {
  const { code, message } = toFailure(thrown);
  return errorFrame(-2, code, message);
}

/** Whether PREPARE succeeds all the same and EXECUTE tells: semantic errors of changes (cas-protocol §4.3). */
export function isDeferred(sql: string, thrown: unknown): boolean {
  return /^(?:insert|update|delete|merge)\b/i.test(sql) && toFailure(thrown).code === SEMANTIC;
}
