import { GuardError } from '../../../errors/call-error.js';
import { FORBIDDEN_FUNCTIONS, FORBIDDEN_VIEWS } from './forbidden-names.js';
import { GRAPH_SCHEMA } from '../graph-catalog.js';
import { identifierOf, isSymbol, placeAt, positionAt } from '../sql-text.js';
import type { ParsedSql } from '../sql-translation.js';

/**
 * Refuses names that reach outside of the data, in any quoting.
 * @param tableFunctions lower-case names of the engine's table functions that are not allowed
 * @throws GuardError with the name and its place
 */
export function checkNames(parsed: ParsedSql, tableFunctions: ReadonlySet<string>): void {
  const { sql, significant } = parsed;
  significant.forEach((token, index) => {
    const name = identifierOf(sql, token)?.toLowerCase();
    if (name === undefined) return;
    const called = isSymbol(sql, significant[index + 1], '(');
    const forbidden =
      FORBIDDEN_VIEWS.has(name) || (called && (FORBIDDEN_FUNCTIONS.has(name) || tableFunctions.has(name)));
    if (!forbidden) return;
    throw new GuardError(`${name} is not available in the embedded engine (${placeAt(sql, token.start)}).`, {
      hint: 'Only the data and catalog of the database itself can be read.',
      position: positionAt(sql, token.start),
    });
  });
}

/** Refuses a change whose text names the schema of the graph definitions, which SQL may only read. */
export function checkGraphSchemaUntouched(parsed: ParsedSql): void {
  const { sql, significant } = parsed;
  const token = significant.find((candidate) => identifierOf(sql, candidate)?.toLowerCase() === GRAPH_SCHEMA);
  if (token === undefined) return;
  throw new GuardError(`${GRAPH_SCHEMA} can only be read (${placeAt(sql, token.start)}).`, {
    hint: 'Use CREATE VERTEX TABLE, CREATE EDGE TABLE and DROP TABLE to change the graph.',
    position: positionAt(sql, token.start),
  });
}
