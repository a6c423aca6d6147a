import type { SqlPosition } from '../errors/call-error.js';
import { positionAt } from './text-position.js';

/** A statement to check: a `StatementText` of the splitter, or any text of its own. */
export interface CheckedStatement {
  readonly text: string;
  /** Where it begins in the caller's text; without it the statement is the whole text. */
  readonly position?: SqlPosition;
}

/** The place of an offset of the statement in the caller's whole text. */
export function placeInScript(statement: CheckedStatement, offset: number): SqlPosition {
  const inStatement = positionAt(statement.text, offset);
  const origin = statement.position;
  if (origin === undefined) return inStatement;
  return {
    offset: origin.offset + offset,
    line: origin.line + inStatement.line - 1,
    column: inStatement.line === 1 ? origin.column + inStatement.column - 1 : inStatement.column,
  };
}
