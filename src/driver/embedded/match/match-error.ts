import { InputError } from '../../../errors/call-error.js';
import { placeAt, positionAt } from '../sql-text.js';

const SUPPORTED =
  'Supported: FROM MATCH (a:vertex)-[e:edge]->(b:vertex), arrows in both directions, chains of any length, ' +
  'and several patterns separated by commas that share variables; conditions go into WHERE.';

/** A pattern that the embedded engine does not run: what and where, with what is supported as the hint. */
export function matchError(sql: string, at: number, problem: string): InputError {
  return new InputError(`MATCH: ${problem} (${placeAt(sql, at)}).`, {
    hint: SUPPORTED,
    position: positionAt(sql, at),
  });
}
