import { GuardError } from '../errors/call-error.js';
import { DEFAULT_LEXICAL_SETTINGS, type LexicalSettings } from './lexical-settings.js';
import { readTokens } from './statement-tokens.js';
import { statementVerb } from './statement-word.js';

/** Verbs for which a request for the plan was seen to do nothing (engine-behaviour, "Plans"). */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'SELECT WITH VALUES SHOW DESC DESCRIBE EXPLAIN INSERT REPLACE UPDATE DELETE MERGE CREATE ALTER DROP TRUNCATE ' +
    'GRANT DO EXECUTE'
  ).split(' '),
);

/**
 * Whether asking for the plan may already run the statement: COMMIT, ROLLBACK, SAVEPOINT, SET, CALL, KILL and
 * PREPARE do, and what nobody has tried is not trusted either.
 */
export function takesEffectWhenPlanned(
  sql: string,
  settings: LexicalSettings = DEFAULT_LEXICAL_SETTINGS,
): boolean {
  return !HARMLESS.has(statementVerb(readTokens(sql, settings)) ?? '');
}

/** @throws GuardError for a statement that a request for its plan may run */
export function checkPlanRequest(sql: string, settings?: LexicalSettings): void {
  if (!takesEffectWhenPlanned(sql, settings)) return;
  throw new GuardError('The engine would run this statement when asked for its plan.', {
    hint: 'Ask for the plan of a SELECT.',
  });
}
