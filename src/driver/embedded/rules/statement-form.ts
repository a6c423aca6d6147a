import { StatementType } from '@duckdb/node-api';
import { GuardError, InputError } from '../../../errors/call-error.js';

/** What a statement is by its first words: the kind of the port, and what DuckDB must have compiled it to. */
export interface StatementForm {
  /** Undefined where only the engine can tell: `WITH …` may be a query or a change. */
  readonly kind: string | undefined;
}

/** Object words that may follow CREATE, ALTER and DROP, and the kind they make (cas-protocol §6). */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ['TABLE', 'TABLE'],
  ['VIEW', 'VIEW'],
  ['INDEX', 'INDEX'],
  ['SEQUENCE', 'SERIAL'],
  ['SERIAL', 'SERIAL'],
  ['SCHEMA', 'SCHEMA'],
]);

/** Words between CREATE and the object. */
const MODIFIERS: ReadonlySet<string> = new Set(['OR', 'REPLACE', 'UNIQUE', 'VERTEX', 'EDGE']);

/** Make what ends with the connection, and a call has its own: the reply would say saved and nothing would stay. */
const TEMPORARY: ReadonlySet<string> = new Set(['TEMP', 'TEMPORARY']);

/** Statements of DuckDB that reach settings, files, other databases, extensions or the transaction. */
const REFUSED: ReadonlySet<string> = new Set(
  (
    'ABORT ANALYZE ATTACH BEGIN CALL CHECKPOINT COMMIT COPY DEALLOCATE DETACH DO END EXECUTE EXPLAIN EXPORT FORCE ' +
    'GRANT IMPORT INSTALL LOAD PRAGMA PREPARE RELEASE RESET REVOKE ROLLBACK SAVEPOINT SET START USE VACUUM'
  ).split(' '),
);

const FAMILIES: ReadonlyMap<StatementType, string> = new Map([
  [StatementType.SELECT, 'SELECT'],
  [StatementType.INSERT, 'INSERT'],
  [StatementType.UPDATE, 'UPDATE'],
  [StatementType.DELETE, 'DELETE'],
  [StatementType.MERGE_INTO, 'MERGE'],
  [StatementType.CREATE, 'CREATE'],
  [StatementType.ALTER, 'ALTER'],
  [StatementType.DROP, 'DROP'],
]);

const SUPPORTED =
  'SELECT, INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COMMENT ON, CREATE and DROP of tables, views, indexes, serials ' +
  'and schemas, ALTER TABLE';

/**
 * Reads what a statement is from its words, before DuckDB sees any of it: preparing some statements already has effects.
 * @param words the statement's unquoted words in upper case, in order; a symbol or anything else is an empty string
 * @throws GuardError for statements that the embedded engine does not offer, InputError for an empty text
 */
export function statementForm(words: readonly string[]): StatementForm {
  const first = words[0];
  if (first === undefined) throw new InputError('The statement is empty.');
  if (REFUSED.has(first)) throw refused(first);
  if (first === 'TRUNCATE') return { kind: 'TRUNCATE' };
  if (first === 'COMMENT') return { kind: 'COMMENT' };
  if (first !== 'CREATE' && first !== 'ALTER' && first !== 'DROP') return { kind: undefined };
  const object = words.slice(1).find((word) => !MODIFIERS.has(word)) ?? '';
  if (TEMPORARY.has(object)) throw temporary(`${first} ${object}`);
  const name = OBJECTS.get(object);
  const alterable = first !== 'ALTER' || name === 'TABLE' || name === 'VIEW';
  if (name === undefined || !alterable) throw refused(`${first} ${object}`.trim());
  return { kind: `${first}_${name}` };
}

/**
 * The kind of a compiled statement.
 * @throws GuardError when DuckDB compiled something that is not on the list
 */
export function statementKind(form: StatementForm, compiled: StatementType): string {
  const family = FAMILIES.get(compiled);
  if (family === undefined) throw refused(StatementType[compiled] ?? String(compiled));
  return form.kind ?? family;
}

function temporary(what: string): GuardError {
  return new GuardError(`${what} is not available in the embedded engine.`, {
    hint: 'Each call has a connection of its own, with which temporary objects end; use WITH in the query, or a plain table.',
  });
}

function refused(what: string): GuardError {
  return new GuardError(`${what} is not available in the embedded engine.`, {
    hint: `It runs ${SUPPORTED}.`,
  });
}
