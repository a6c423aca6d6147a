import type { SqlPosition } from '../errors/call-error.js';
import { positionAt } from '../text/text-position.js';

/** A statement to check: a `StatementText` of the splitter, or any text of its own. */
export interface CheckedStatement {
  readonly text: string;
  /** Where it begins in the caller's text; without it the statement is the whole text. */
  readonly position?: SqlPosition;
}

/** The place of an offset of the statement in the caller's whole text. */
export function placeInScript(statement: CheckedStatement, offset: number): SqlPosition {
  return positionInScript(statement, positionAt(statement.text, offset));
}

/** The same for a place whose line and column in the statement are known; no text is read again. */
export function positionInScript(statement: CheckedStatement, inStatement: SqlPosition): SqlPosition {
  const origin = statement.position;
  if (origin === undefined) return inStatement;
  return {
    offset: origin.offset + inStatement.offset,
    line: origin.line + inStatement.line - 1,
    column: inStatement.line === 1 ? origin.column + inStatement.column - 1 : inStatement.column,
  };
}
