import type { LexicalSettings } from '../../../sql/lexical-settings.js';
import { readTokens } from '../../../sql/statement-tokens.js';
import { statementVerb } from '../../../sql/statement-verb.js';
import { CORADB_SQL_RULES } from '../rules/sql-rules.js';
import type { StatementKind } from '../../driver.js';

const OBJECTS: Readonly<Record<string, string>> = {
  TABLE: 'CLASS',
  CLASS: 'CLASS',
  VIEW: 'CLASS',
  VCLASS: 'CLASS',
  INDEX: 'INDEX',
  SERIAL: 'SERIAL',
  TRIGGER: 'TRIGGER',
  USER: 'USER',
  SERVER: 'SERVER',
  SYNONYM: 'SYNONYM',
  PROCEDURE: 'STORED_PROCEDURE',
  FUNCTION: 'STORED_PROCEDURE',
};

const SETTINGS: Readonly<Record<string, string>> = {
  SYSTEM: 'SET_SYS_PARAMS',
  TRANSACTION: 'SET_TRANSACTION',
  OPTIMIZATION: 'SET_OPT_LVL',
  NAMES: 'SET_NAMES',
  TIMEZONE: 'SET_TIMEZONE',
  TRIGGER: 'SET_TRIGGER',
  TRACE: 'SET_TRACE',
};

const VERBS: Readonly<Record<string, string>> = {
  REPLACE: 'INSERT',
  COMMIT: 'COMMIT_WORK',
  ROLLBACK: 'ROLLBACK_WORK',
  PREPARE: 'PREPARE_STATEMENT',
  EXECUTE: 'EXECUTE_PREPARE',
  DEALLOCATE: 'DEALLOCATE_PREPARE',
};

const SAME_NAME: ReadonlySet<string> = new Set([
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'TRUNCATE',
  'GRANT',
  'REVOKE',
  'CALL',
  'DO',
  'EVALUATE',
  'SAVEPOINT',
  'KILL',
  'VACUUM',
]);

const DEFINING: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP', 'RENAME']);

/** Words that may stand between the verb and the object: `CREATE OR REPLACE VIEW`, `CREATE UNIQUE INDEX`. */
const MOST_WORDS_BEFORE_OBJECT = 4;

/**
 * The kind of a statement by its text, under the names the engine's kinds have (cas-protocol §6). For drivers that
 * cannot ask the engine. What the words do not tell is `UNKNOWN`.
 */
export function kindOfText(sql: string, settings: LexicalSettings): StatementKind {
  const tokens = readTokens(sql, settings);
  const verb = statementVerb(tokens, CORADB_SQL_RULES);
  if (verb === undefined) return 'UNKNOWN';
  if (CORADB_SQL_RULES.readingVerbs.has(verb)) return 'SELECT';
  const words = tokens.slice(1, 1 + MOST_WORDS_BEFORE_OBJECT).flatMap(({ keyword }) => keyword ?? []);
  if (verb === 'UPDATE' && words[0] === 'STATISTICS') return 'UPDATE_STATS';
  if (SAME_NAME.has(verb)) return verb;
  if (verb === 'SET') return SETTINGS[words[0] ?? ''] ?? 'SET_SESSION_VARIABLES';
  if (DEFINING.has(verb)) {
    const object = words.map((word) => OBJECTS[word]).find((name) => name !== undefined);
    return object === undefined ? 'UNKNOWN' : `${verb}_${object}`;
  }
  return VERBS[verb] ?? 'UNKNOWN';
}
