import { markersOf, type BindMarkers } from './bind-markers.js';
import { possibleSettings, type LexicalSettings } from './lexical-settings.js';
import { stepSerial, type StepSerial } from './serial-name.js';
import { findSideEffects, type SideEffect } from './side-effects.js';
import type { FirstWords, SqlRules } from './sql-rules.js';
import { readTokens, type StatementTokens } from './statement-tokens.js';
import { hasWordsAt, statementVerb } from './statement-verb.js';

/** Something in a statement that has a name and a place. */
export interface Construct {
  /** How a message names it. */
  readonly construct: string;
  /** UTF-16 offset in the statement. */
  readonly offset: number;
}

/** A construct, and what completes a sentence about it. */
export interface Explained extends Construct {
  readonly because: string;
}

/** All that is known about one statement by its text, as one way to read the text shows it. Offsets count in UTF-16 units. */
export interface StatementFacts {
  /** Where its first token begins; undefined for a text that holds none. */
  readonly start: number | undefined;
  /** Where a second statement begins. */
  readonly second: number | undefined;
  /** The word that says what it does, in upper case. */
  readonly verb: string | undefined;
  /** It returns rows and changes nothing by itself. */
  readonly reads: boolean;
  /** It changes, replaces or removes what is there; a statement that is not known does. */
  readonly changesWhatIsThere: boolean;
  /** What ends or steers the transaction, or changes the connection. */
  readonly control: Explained | undefined;
  /** The words by which a rollback does not undo it. */
  readonly notUndone: Explained | undefined;
  /** Where a session variable is assigned. */
  readonly assignment: number | undefined;
  /** In the order of the text. */
  readonly effects: readonly SideEffect[];
  /** The first access to a file of the database host, also in the SQL of its strings. */
  readonly hostFile: Construct | undefined;
  /** Serials that it steps, each once. */
  readonly steps: readonly StepSerial[];
  /** It may fill a column that counts by itself: the text does not show whether the table has one. */
  readonly fillsCounters: boolean;
  /** Folded name of the serial that it makes. */
  readonly createdSerial: string | undefined;
  readonly markers: BindMarkers;
}

/**
 * The facts of a statement for each way the server may read it: one, where its settings are known or decide nothing.
 * The text is read once a way.
 *
 * @param settings how the server reads text
 */
export function factsOf(sql: string, rules: SqlRules, settings?: LexicalSettings): readonly StatementFacts[] {
  return (settings === undefined ? possibleSettings(sql) : [settings]).map((candidate) =>
    read(sql, readTokens(sql, candidate), rules),
  );
}

function read(sql: string, tokens: StatementTokens, rules: SqlRules): StatementFacts {
  const verb = statementVerb(tokens, rules);
  const effects = findSideEffects(tokens, rules);
  const reads = verb !== undefined && rules.readingVerbs.has(verb);
  const separator = tokens.findIndex(({ kind }, at) => kind === 'separator' && at + 1 < tokens.length);
  const assignment = findAssignment(tokens);
  return {
    start: tokens.length === 0 ? undefined : tokens.startOf(0),
    second: separator < 0 ? undefined : tokens.startOf(separator + 1),
    verb,
    reads,
    changesWhatIsThere: changes(tokens, verb, reads, effects, rules),
    control: firstWords(tokens, rules.control) ?? controlMethod(tokens, rules),
    notUndone: firstWords(tokens, rules.notUndone),
    assignment: assignment < 0 ? undefined : tokens.startOf(assignment),
    effects,
    hostFile: effects.find(({ kind }) => kind === 'serverFile') ?? fileInString(sql, tokens, effects, rules),
    steps: stepsOf(sql, tokens, verb, effects, rules),
    fillsCounters: rules.fillsCounters.has(verb ?? ''),
    createdSerial: createdSerial(tokens),
    markers: markersOf(sql, tokens),
  };
}

function firstWords(tokens: StatementTokens, rules: readonly FirstWords[]): Explained | undefined {
  const rule = rules.find(
    ({ words, unless }) =>
      hasWordsAt(tokens, 0, words) && (unless === undefined || !hasWordsAt(tokens, 0, unless)),
  );
  return rule && { construct: rule.words.join(' '), offset: tokens.startOf(0), because: rule.because };
}

function controlMethod(
  tokens: StatementTokens,
  { controlMethods: { verbs, methods } }: SqlRules,
): Explained | undefined {
  if (!verbs.has(tokens[0]?.keyword ?? '')) return undefined;
  const at = tokens.findIndex(
    ({ name }, index) => methods.has(name ?? '') && tokens[index + 1]?.symbol === '(',
  );
  const name = tokens[at]?.name;
  const because = methods.get(name ?? '');
  if (name === undefined || because === undefined) return undefined;
  return { construct: `${name.toLowerCase()}(…)`, offset: tokens.startOf(at), because };
}

/** `@v := 1` */
function findAssignment(tokens: StatementTokens): number {
  return tokens.findIndex(
    ({ symbol }, at) =>
      symbol === '@' &&
      tokens[at + 1]?.name !== undefined &&
      tokens[at + 2]?.symbol === ':' &&
      tokens[at + 3]?.symbol === '=',
  );
}

/** Side effects that change rows for good, whatever the verb is. */
const CHANGES: ReadonlySet<string> = new Set(['increment', 'remote']);

function changes(
  tokens: StatementTokens,
  verb: string | undefined,
  reads: boolean,
  effects: readonly SideEffect[],
  { addingVerbs }: SqlRules,
): boolean {
  if (effects.some(({ kind }) => CHANGES.has(kind))) return true;
  const replacing = addingVerbs.get(verb ?? '');
  if (replacing === undefined) return !reads;
  return replacing.some(({ words, first }) =>
    first === true ? hasWordsAt(tokens, 0, words) : tokens.some((_, at) => hasWordsAt(tokens, at, words)),
  );
}

/**
 * Statements may carry SQL in strings (remote queries, PREPARE, bodies of stored routines); names that such SQL puts
 * together at run time cannot be seen.
 */
function fileInString(
  sql: string,
  tokens: StatementTokens,
  effects: readonly SideEffect[],
  { calls, carriesSql }: SqlRules,
): Construct | undefined {
  const [first, ...others] = tokens.slice(0, 4).map(({ keyword }) => keyword);
  const carries =
    effects.some(({ kind }) => kind === 'remote') ||
    carriesSql.some(([verb, object]) => verb === first && (object === undefined || others.includes(object)));
  const names = [...calls].flatMap(([name, kind]) => (kind === 'serverFile' ? [name] : []));
  if (!carries || names.length === 0) return undefined;
  const inString = new RegExp(`\\b(?:${names.join('|')})\\b`, 'i');
  for (const [index, { kind }] of tokens.entries()) {
    if (kind !== 'string') continue;
    const start = tokens.startOf(index);
    const found = inString.exec(sql.slice(start, tokens.endOf(index)));
    if (found) return { construct: `${found[0].toUpperCase()} in a string`, offset: start + found.index };
  }
  return undefined;
}

function stepsOf(
  sql: string,
  tokens: StatementTokens,
  verb: string | undefined,
  effects: readonly SideEffect[],
  { keepsText }: SqlRules,
): readonly StepSerial[] {
  const defines = verb === 'CREATE' || verb === 'ALTER';
  if (defines && tokens.slice(1, 4).some(({ keyword }) => keepsText.has(keyword ?? ''))) return [];
  const steps = new Map<string, StepSerial>();
  for (const effect of effects) {
    if (effect.kind !== 'serial' || (defines && tokens[effect.at - 1]?.keyword === 'DEFAULT')) continue;
    const step = stepSerial(sql, tokens, effect);
    steps.set(`${step.text}\0${step.name ?? ''}`, step);
  }
  return [...steps.values()];
}

function createdSerial(tokens: StatementTokens): string | undefined {
  if (!hasWordsAt(tokens, 0, ['CREATE', 'SERIAL'])) return undefined;
  const isQualified = tokens[3]?.symbol === '.';
  return tokens[isQualified ? 4 : 2]?.name;
}
