import type { CoradbSettings } from '../config/coradb-settings.js';
import { GuardError } from '../errors/call-error.js';
import type { LexicalSettings } from '../sql/lexical-settings.js';
import { checkReadOnly } from '../sql/read-only-check.js';
import { checkServerFiles } from '../sql/server-files-check.js';
import type { StatementText } from '../sql/statement-splitter.js';
import type { CallPurpose } from './call.js';

const READING_TOOLS: Readonly<Record<Exclude<CallPurpose, 'execute'>, string>> = {
  select: 'execute_select',
  explain: 'explain_query',
};

/**
 * Refuses, by its text alone, a statement that the tool must not even compile.
 * @throws GuardError, InputError
 */
export function checkText(
  purpose: CallPurpose,
  statement: StatementText,
  _settings: CoradbSettings,
  lexical?: LexicalSettings,
): void {
  checkServerFiles(statement, lexical);
  if (purpose !== 'execute') checkReadOnly(statement, { settings: lexical });
}

/** Refuses what the engine compiled to something else than a SELECT in the tools that only read. @throws GuardError */
export function checkKind(purpose: CallPurpose, kind: string): void {
  if (purpose === 'execute' || kind === 'SELECT') return;
  const tool = READING_TOOLS[purpose];
  throw new GuardError(`${tool} takes SELECT statements only; the engine compiled this one as ${kind}.`, {
    hint: 'Use execute_sql for statements that change something, with dryRun to try them first.',
  });
}
